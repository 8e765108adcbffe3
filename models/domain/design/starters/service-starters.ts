import {
  bold,
  button,
  columns,
  divider,
  field,
  filled,
  footer,
  heading,
  line,
  list,
  logo,
  repeat,
  text,
  SITE,
} from './parts.js'
import { greeting, starter, type StarterOutline } from './starter.js'

/** Starters for mail to one person, about what that person does. */
export const SERVICE_STARTERS: StarterOutline[] = [
  starter('welcome', 'MARKETING', (t) => [
    logo,
    heading(1, ...filled(t.title, { name: field('firstName', t.nameless) })),
    text(t.intro),
    list(...t.steps),
    button(t.button, `${SITE}/start`),
    text(t.help),
    footer,
  ]),
  starter('trial-ends', 'MARKETING', (t, all) => [
    logo,
    heading(1, t.title),
    text(greeting(all), filled(t.text, { date: field('event.endsOn', t.dateless) })),
    columns([heading(3, t.smallTitle), text(...t.small)], [heading(3, t.largeTitle), text(...t.large)]),
    button(t.button, `${SITE}/plans`),
    text(t.later),
    footer,
  ]),
  starter('receipt', 'TRANSACTIONAL', (t) => [
    logo,
    heading(1, t.title),
    text(filled(t.order, { number: field('event.orderNumber', '–') })),
    divider,
    repeat('event.items', columns([text(line(field('item.name', t.item)))], [text(line(field('item.price', '–')))])),
    divider,
    columns([text(line(bold(t.total)))], [text(line(field('event.total', '–')))]),
    button(t.button, '{{ event.orderUrl ?? "https://example.com/orders" }}'),
    text(t.questions),
  ]),
  starter('password-reset', 'TRANSACTIONAL', (t) => [
    logo,
    heading(1, t.title),
    text(t.text),
    button(t.button, '{{ event.resetUrl ?? "https://example.com/reset" }}'),
    text(t.ignore),
  ]),
]
