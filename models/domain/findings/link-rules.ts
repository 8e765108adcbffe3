import { parseUrl } from '../url.js'
import type { FindingPlace } from './finding.js'
import type { LinkFact } from './message-facts.js'
import type { Rule } from './rule.js'

// RFC 3986, 3.1.
const SCHEME = /^[a-z][a-z0-9+.-]*:/i
// No address at all, or a scheme with nothing that it leads to.
const NOWHERE = /^(?:#?|https?:\/*|(?:mailto|tel|sms):)$/i
// RFC 6761, 6.3; RFC 1122, 3.2.1.3: the whole network 127 is this machine, and so in practice is 0.0.0.0.
const LOOPBACK = /(?:^|\.)localhost\.?$|^127(?:\.\d{1,3}){3}$|^0\.0\.0\.0$|^\[::1?\]$/
// RFC 2606, 3: nobody can own these domains. The links of starters lead there until their author changes them.
const EXAMPLE = /(?:^|\.)example\.(?:com|net|org)\.?$/

/** A link that leads nowhere. A message to a list is not sent with one; a transactional one may hold a placeholder. */
export const linkEmpty: Rule = {
  code: 'link_empty',
  find: ({ type, links }) =>
    links.filter(isEmpty).map((link) => ({
      ...placeOf(link),
      severity: type === 'TRANSACTIONAL' ? 'warning' : 'error',
      message: 'This link leads nowhere',
      suggestion: 'Enter the full address of a page, such as https://example.com/sale',
    })),
}

/** A link that a mailbox cannot follow, because a message has no address that it could be relative to. */
export const linkWithoutScheme: Rule = {
  code: 'link_without_scheme',
  find: ({ links }) =>
    links
      .filter((link) => !isEmpty(link) && !link.href.startsWith('#') && !SCHEME.test(link.href.trim()))
      .map((link) => ({
        ...placeOf(link),
        severity: 'warning',
        message: "This link has no scheme and won't work in an email",
        suggestion: 'Start the URL with https://',
      })),
}

/** A link to the machine of the reader. */
export const linkToLoopback: Rule = {
  code: 'link_to_loopback',
  find: ({ links }) =>
    links.filter(isToLoopback).map((link) => ({
      ...placeOf(link),
      severity: 'warning',
      message: "This link points to the reader's own computer",
    })),
}

/** A link that is still an example. A transactional message may keep one as the fallback of a field. */
export const linkPlaceholder: Rule = {
  code: 'link_placeholder',
  find: ({ type, links }) =>
    links.filter(isPlaceholder).map((link) => ({
      ...placeOf(link),
      severity: type === 'TRANSACTIONAL' ? 'info' : 'warning',
      message: 'This link is a placeholder and leads to an example page',
      suggestion: 'Replace it with the address of your own page',
    })),
}

function isEmpty({ href }: LinkFact): boolean {
  return NOWHERE.test(href.trim())
}

function isToLoopback({ href }: LinkFact): boolean {
  return LOOPBACK.test(hostOf(href))
}

function isPlaceholder({ href }: LinkFact): boolean {
  return EXAMPLE.test(hostOf(href))
}

function hostOf(href: string): string {
  return parseUrl(href)?.hostname ?? ''
}

function placeOf({ href: _href, ...place }: LinkFact): FindingPlace {
  return place
}
