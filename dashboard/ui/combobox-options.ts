/** A value to choose, with what is shown for it. */
export interface ComboboxOption {
  value: string
  label: string
  /** A word on it, under its label. */
  hint?: string | undefined
  group?: string | undefined
}

/** More entries of a group than a person reads: the text has to say more then. */
const MOST_SHOWN = 50

/** The options whose label, value or group contains every word of the text. */
export function fittingOptions(options: readonly ComboboxOption[], text: string): ComboboxOption[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const fits = ({ label, value, group = '' }: ComboboxOption): boolean => {
    const searched = `${label} ${value} ${group}`.toLowerCase()
    return words.every((word) => searched.includes(word))
  }
  const shown = new Map<string, number>()
  return options.filter((option) => {
    const { group = '' } = option
    const count = shown.get(group) ?? 0
    if (count === MOST_SHOWN || !fits(option)) return false
    shown.set(group, count + 1)
    return true
  })
}

/** The options under their groups, in the order in which the groups come first; `index` counts through all of them. */
export function groupOptions(options: readonly ComboboxOption[]) {
  const groups = new Map<string, { option: ComboboxOption; index: number }[]>()
  const ordered = [...new Set(options.map(({ group = '' }) => group))]
  for (const name of ordered) groups.set(name, [])
  let index = 0
  for (const name of ordered) {
    for (const option of options) {
      if ((option.group ?? '') === name) groups.get(name)?.push({ option, index: index++ })
    }
  }
  return [...groups].map(([name, entries]) => ({ name, entries }))
}
