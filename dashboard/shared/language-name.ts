import { LOCALE } from '../messages/index.js'

const names = new Intl.DisplayNames([LOCALE], { type: 'language' })

/** The name of a language by its tag; the tag if it is unknown. */
export function languageName(tag: string): string {
  try {
    return names.of(tag.replaceAll('_', '-')) ?? tag
  } catch {
    return tag
  }
}
