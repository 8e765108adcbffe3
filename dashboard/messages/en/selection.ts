/** The texts of lists whose rows can be selected. */
export const selection = {
  row: 'Select row',
  one: (name: string) => `Select ${name}`,
  shown: 'Select all on this page',
  selected: (count: string) => `${count} selected`,
  none: 'Clear selection',
}
