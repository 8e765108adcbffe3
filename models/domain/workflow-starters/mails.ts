import type { Language } from '../choose-language.js'
import { button, footer, heading, list, logo, SITE, text } from '../design/starters/parts.js'
import { greeting, mailOf, type StarterMail } from '../design/starters/starter.js'
import { findStarter } from '../design/starters/starters.js'
import type { StarterText } from '../starter-texts/starter-text.js'

/** Tips for the first week. */
export function tips(all: StarterText): StarterMail {
  const t = all.workflows.welcome.tips
  return mailOf(t, 'MARKETING', [
    logo,
    heading(1, t.title),
    text(greeting(all), t.intro),
    list(...t.list),
    button(t.button, `${SITE}/guides`),
    text(t.questions),
    footer,
  ])
}

/** The mail after the end of a trial. */
export function trialOver(all: StarterText): StarterMail {
  const t = all.workflows['trial-ends'].over
  return mailOf(t, 'MARKETING', [
    logo,
    heading(1, t.title),
    text(greeting(all), t.text),
    button(t.button, `${SITE}/plans`),
    text(t.missing),
    footer,
  ])
}

/** The mail to a customer who has not ordered for long. */
export function missed(all: StarterText): StarterMail {
  const t = all.workflows['win-back'].missed
  return mailOf(t, 'MARKETING', [
    logo,
    heading(1, t.title),
    text(greeting(all), t.text),
    button(t.button, `${SITE}/new`),
    text(t.leave),
    footer,
  ])
}

/** The mail of a design. */
export function ofDesign(id: string, language: Language): StarterMail {
  const found = findStarter(id, language)
  if (!found) throw new Error(`There is no design ${id}`)
  const { name, subject, type, design } = found
  return { name, subject, type, design }
}
