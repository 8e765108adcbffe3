/** The beginning of the alternative text of a picture; its author is asked for a better one. */
export function altOf({ name }: File): string {
  return name.replace(/\.\w+$/, '').replaceAll(/[-_]+/g, ' ')
}
