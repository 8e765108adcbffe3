/** Reads one parameter of an address, which is untrusted input: undefined for a value that the page does not take. */
export type ReadParam<Value> = (value: unknown) => Value | undefined

/** The parameters that a function of `searchOf` reads. */
export type SearchOf<Read extends (search: Record<string, unknown>) => object> = ReturnType<Read>

type Params<Reads extends Record<string, ReadParam<unknown>>> = {
  [Name in keyof Reads]?: ReturnType<Reads[Name]> | undefined
}

/**
 * The function by which a page reads the parameters of its address, from how it reads each. A parameter that is
 * missing, or that the page does not take, is undefined; others are left out.
 */
export function searchOf<const Reads extends Record<string, ReadParam<unknown>>>(
  reads: Reads,
): (search: Record<string, unknown>) => Params<Reads> {
  const entries = Object.entries(reads)
  return (search) => Object.fromEntries(entries.map(([name, read]) => [name, read(search[name])])) as Params<Reads>
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

/** A choice that is true, or not made. */
export const yes: ReadParam<true> = (value) => (value === true ? true : undefined)

/** True or false. */
export const yesOrNo: ReadParam<boolean> = (value) => (typeof value === 'boolean' ? value : undefined)

/** A whole number from 1 on. */
export const positive: ReadParam<number> = (value) =>
  typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : undefined
