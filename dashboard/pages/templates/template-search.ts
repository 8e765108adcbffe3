import { isLanguageTag } from './template-value.js'

/** What the page of a template shows, as its address holds it: the language that is written, and its recipient. */
export interface TemplateSearch {
  lang?: string | undefined
  as?: string | undefined
}

/** Reads the address of the page, which is untrusted input. */
export function readTemplateSearch({ lang, as }: Record<string, unknown>): TemplateSearch {
  return {
    lang: typeof lang === 'string' && isLanguageTag(lang) ? lang : undefined,
    as: typeof as === 'string' && as !== '' ? as : undefined,
  }
}
