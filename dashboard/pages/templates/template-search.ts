import { positive, searchOf, text, textThat, yes } from '../../shared/search-params.js'
import { isLanguageTag } from './template-value.js'

/**
 * Reads the parameters of the page of a template: the edited language, the recipient of the preview, and the version in
 * its history.
 */
export const readTemplateSearch = searchOf({
  lang: textThat(isLanguageTag),
  as: text,
  isHistory: yes,
  version: positive,
})
