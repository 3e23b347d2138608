# What the arena's figures share; loaded after style.gp. A solver has the same line in all panels of all figures: line
# style 100 + 10 family + member. Colour and dash pattern tell the family; shade and marker its members. The run numbers
# the families and members that are drawn (at most ten and ten).
array arena_colour[10] = [0x0072B2, 0xD55E00, 0x009E73, 0xCC79A7, 0x000000, 0xE69F00, 0x56B4E9, 0x7F7F7F, 0x332288, 0x882255]
array arena_point[10] = [7, 5, 9, 13, 11, 6, 4, 8, 12, 10]
# Further members: markers, and shades from 0, black, by way of 1, the family's colour, to 2, white.
array arena_member[9] = [1, 2, 3, 14, 15, 6, 4, 8, 12]
array arena_shade[9] = [0.55, 1.4, 0.3, 1.2, 0.75, 1.5, 0.45, 1.3, 0.65]
arena_channel(c, byte, shade) = shade < 1 ? shade * ((c >> byte) & 255) : 255 - (2 - shade) * (255 - ((c >> byte) & 255))
arena_shaded(c, shade) = sprintf('#%02x%02x%02x', int(arena_channel(c, 16, shade)), int(arena_channel(c, 8, shade)), int(arena_channel(c, 0, shade)))
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
  colour = arena_shaded(arena_colour[family], 1)
  set style line number linecolor rgb colour dashtype 10 + family linewidth 1.3 pointtype arena_point[family] pointsize 0.5
  do for [member=1:9] {
    further = number + member
    colour = arena_shaded(arena_colour[family], arena_shade[member])
    set style line further linecolor rgb colour dashtype 10 + family linewidth 1.3 pointtype arena_member[member] pointsize 0.8
  }
}

# arena_note(first, second, t, h): explanation in two lines of at most 110 characters, what wider text exceeds in the PDF,
# and the line arena_run of run.gp, above the caption of a figure h cm high on terminal t; gone with arena_note_drawn. To
# be set before the first plot.
arena_line(label, text, y, t) = sprintf("set label %d '%s' at screen 0.01, screen %g left noenhanced font ',%g' textcolor rgb '#606060'; ", label, text, y, t == 1 ? 26 / 3. : 6.5)
arena_note(first, second, t, h) = arena_line(9996, first, 0.02 + 1.02 / h, t) . arena_line(9997, second, 0.02 + 0.68 / h, t) . arena_line(9998, arena_run, 0.02 + 0.34 / h, t)
arena_note_drawn = 'unset label 9996; unset label 9997; unset label 9998; '

# Room on paper [cm], the most that any terminal takes: below an axis for tics and label, a line of a key, the lines at the
# foot.
axis_room = 1.6
key_line = 0.36
note_room = 1.9
arena_key_font(t) = sprintf(',%g', t == 1 ? 8.4 : 6.3)  # points in the terminal's unit, as in style.gp

# Lines of a panel, word by word: names for the key, and numbers of line styles.
names_of(panel) = value(panel . '_names')
style_of(panel, k) = int(word(value(panel . '_styles'), k))
