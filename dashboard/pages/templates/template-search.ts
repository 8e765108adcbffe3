import { isLanguageTag } from './template-value.js'

/** The parameters of the page of a template: the edited language, and the recipient of the preview. */
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
