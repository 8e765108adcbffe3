/** Throws an Error with the text unless the first is true. */
export function expectThat(isTrue: boolean, otherwise: string): void {
  if (!isTrue) throw new Error(otherwise)
}
