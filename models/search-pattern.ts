import { literalPattern } from './domain/literal-pattern.js'

/** The filter of a text that contains `search`, in whatever case; no character of it is a pattern. */
export function containing(search: string): { $regex: string; $options: 'i' } {
  return { $regex: literalPattern(search), $options: 'i' }
}
