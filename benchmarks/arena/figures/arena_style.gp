# What the arena's figures share; loaded after style.gp. A solver has the same line in all panels of all figures: line
# style 100 + 10 family + member. Colour and dash pattern tell the family, the marker its members; the run numbers the
# families and members that are drawn (at most ten and ten).
array arena_colour[10] = ['#0072B2', '#D55E00', '#009E73', '#CC79A7', '#000000', '#E69F00', '#56B4E9', '#7F7F7F', '#332288', '#882255']
array arena_point[10] = [7, 5, 9, 13, 11, 6, 4, 8, 12, 10]
array arena_member[9] = [1, 2, 3, 14, 15, 6, 4, 8, 12]  # markers of further members
set dashtype 11 solid
set dashtype 12 (9,3)
set dashtype 13 (2,2)
set dashtype 14 (9,3,2,3)
set dashtype 15 (16,4)
set dashtype 16 (2,4)
set dashtype 17 (9,3,2,3,2,3)
set dashtype 18 (4,3)
set dashtype 19 (16,3,2,3)
set dashtype 20 (6,2,6,6)
do for [family=1:10] {
  number = 100 + 10 * family
  set style line number linecolor rgb arena_colour[family] dashtype 10 + family linewidth 1.3 pointtype arena_point[family] pointsize 0.5
  do for [member=1:9] {
    further = number + member
    set style line further linecolor rgb arena_colour[family] dashtype 10 + family linewidth 1.3 pointtype arena_member[member] pointsize 0.6
  }
}

# arena_note(first, second, t, h): two lines of explanation above the caption of a figure h cm high, on terminal t; gone
# with arena_note_drawn. To be set before the first plot.
arena_line(label, text, y, t) = sprintf("set label %d '%s' at screen 0.01, screen %g left noenhanced font ',%g' textcolor rgb '#606060'; ", label, text, y, t == 1 ? 26 / 3. : 6.5)
arena_note(first, second, t, h) = arena_line(9997, first, 0.02 + 0.68 / h, t) . arena_line(9998, second, 0.02 + 0.34 / h, t)
arena_note_drawn = 'unset label 9997; unset label 9998; '
arena_key_font(t) = sprintf(',%g', t == 1 ? 8.4 : 6.3)  # points in the terminal's unit, as in style.gp

# Lines of a panel, word by word: names for the key, and numbers of line styles.
names_of(panel) = value(panel . '_names')
style_of(panel, k) = int(word(value(panel . '_styles'), k))
