/** A choice of several values of `T`, and what its button says. */
export interface Choice<T extends string> {
  label: string
  /** The values in groups, each with its word. */
  groups: readonly { label?: string; options: readonly { value: T; label: string }[] }[]
  chosen: readonly T[]
  onChange: (chosen: readonly T[]) => void
}
