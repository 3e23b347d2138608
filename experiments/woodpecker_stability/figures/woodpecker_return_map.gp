load 'style.gp'
