import { searchOf, text, textThat } from '../../shared/search-params.js'
import { isLanguageTag } from './template-value.js'

/** Reads the parameters of the page of a template: the edited language, and the recipient of the preview. */
export const readTemplateSearch = searchOf({ lang: textThat(isLanguageTag), as: text })
