/** Reads one parameter of an address, which is untrusted input: undefined for a value that the page does not take. */
export type ReadParam<Value> = (value: unknown) => Value | undefined

/** The parameters that a function of `searchOf` reads. */
export type SearchOf<Read extends (search: Record<string, unknown>) => object> = ReturnType<Read>

type Params<Reads extends Record<string, ReadParam<unknown>>> = {
  [Name in keyof Reads]?: ReturnType<Reads[Name]> | undefined
} & Unread

/** The part of an address that its page could not read. */
export type Unread = {
  /** The names of these parameters, between commas. They stay in the address until the parameters have a value. */
  unread?: string | undefined
}

/**
 * The function by which a page reads the parameters of its address, from how it reads each. A parameter that is
 * missing, or that the page does not take, is undefined; others are left out. The router replaces the address by what
 * was read, so that `unread` has to name the parameters that were not.
 */
export function searchOf<const Reads extends Record<string, ReadParam<unknown>>>(
  reads: Reads,
): (search: Record<string, unknown>) => Params<Reads> {
  const entries = Object.entries(reads)
  return (search) => {
    const before = namesIn(search.unread)
    const values = entries.map(([name, read]) => [name, read(search[name])] as const)
    const unread = values.filter(
      ([name, value]) => value === undefined && (!saysNothing(search[name]) || before.includes(name)),
    )
    return Object.fromEntries([...values, ['unread', text(unread.map(([name]) => name).join(','))]]) as Params<Reads>
  }
}

/** The texts between the commas of a parameter. */
export function namesIn(value: unknown): string[] {
  return text(value)?.split(',') ?? []
}

/** Whether a value is one of a filter that is not set. */
function saysNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '' || value === false
}

/** A text that is not empty. */
export const text: ReadParam<string> = (value) => {
  // The router reads digits that a user types into the address as a number.
  const read = typeof value === 'number' ? String(value) : value
  return typeof read === 'string' && read !== '' ? read : undefined
}

/** A text that `fits`, such as an id. */
export const textThat =
  (fits: (text: string) => boolean): ReadParam<string> =>
  (value) =>
    typeof value === 'string' && fits(value) ? value : undefined

/** One of some values. */
export const oneOf =
  <const Value>(values: readonly Value[]): ReadParam<Value> =>
  (value) =>
    values.find((one) => one === value)

/** Some of some values, between commas; in the order of these, so that equal choices are equal texts. */
export const someOf =
  (values: readonly string[]): ReadParam<string> =>
  (value) => {
    const named = namesIn(value)
    const isKnown = named.every((name) => values.includes(name))
    return isKnown ? text(values.filter((one) => named.includes(one)).join(',')) : undefined
  }

/** A choice that is true, or not made. */
export const yes: ReadParam<true> = (value) => (value === true ? true : undefined)

/** True or false. */
export const yesOrNo: ReadParam<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** A whole number from 1 on. */
export const positive: ReadParam<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
