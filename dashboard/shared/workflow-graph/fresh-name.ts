/** A name that no step has yet: templates find the output of a step by its name. */
export function freshName(wanted: string, steps: readonly { name: string }[]): string {
  const taken = new Set(steps.map(({ name }) => name))
  if (!taken.has(wanted)) return wanted
  let count = 2
  while (taken.has(`${wanted} ${count}`)) count += 1
  return `${wanted} ${count}`
}
