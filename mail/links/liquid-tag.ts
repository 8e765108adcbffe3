/** An output or a tag of Liquid. */
// linear: a text without `}` ends the search for an end at once, and addresses are short.
export const LIQUID_TAG = /\{\{[^}]*\}\}|\{%[^}]*%\}/
