import { expect } from 'chai'
import { compile } from '../../../../mail/rendering/compile.js'
import { render, RenderError } from '../../../../mail/rendering/render-message.js'
import { onEveryMachine } from '../../../support/machine-zones.js'

const [BERLIN, NEW_YORK, KOLKATA] = ['Europe/Berlin', 'America/New_York', 'Asia/Kolkata']
const MINUTE = '%Y-%m-%d %H:%M'

/** What a date is printed as in three time zones of projects. */
const DATES: [text: string, berlin: string, newYork: string, kolkata: string][] = [
  // Without a zone: the wall clock of the project, as written.
  ...[
    ['2026-03-29T10:00:00', '2026-03-29 10:00'],
    ['2026-03-29 10:00', '2026-03-29 10:00'],
    ['2026-03-29T10:00:00.123', '2026-03-29 10:00'],
    ['2026-03-29', '2026-03-29 00:00'],
    ['2026-03', '2026-03-01 00:00'],
    ['March 29, 2026', '2026-03-29 00:00'],
    ['29 March 2026', '2026-03-29 00:00'],
    ['Mar 29, 2026 10:00 PM', '2026-03-29 22:00'],
    ['Sun, 29 Mar 2026 10:00:00', '2026-03-29 10:00'],
    ['03/29/2026', '2026-03-29 00:00'],
    ['2026/03/29 10:00', '2026-03-29 10:00'],
    // Berlin's clocks skip this hour, and show the next one twice.
    ['2026-03-29T02:30:00', '2026-03-29 02:30'],
    ['2026-10-25T02:30:00', '2026-10-25 02:30'],
    ['2026-03-08T02:30:00', '2026-03-08 02:30'],
    ['2026-12-31T23:59', '2026-12-31 23:59'],
  ].map(([text = '', printed = '']): [string, string, string, string] => [text, printed, printed, printed]),
  // With a zone or an offset: a moment.
  ['2026-03-29T10:00:00Z', '2026-03-29 12:00', '2026-03-29 06:00', '2026-03-29 15:30'],
  ['2026-03-28T10:00:00Z', '2026-03-28 11:00', '2026-03-28 06:00', '2026-03-28 15:30'],
  ['2026-03-29T00:30:00Z', '2026-03-29 01:30', '2026-03-28 20:30', '2026-03-29 06:00'],
  ['2026-03-29T01:30:00Z', '2026-03-29 03:30', '2026-03-28 21:30', '2026-03-29 07:00'],
  ['2026-10-25T00:30:00Z', '2026-10-25 02:30', '2026-10-24 20:30', '2026-10-25 06:00'],
  ['2026-10-25T01:30:00Z', '2026-10-25 02:30', '2026-10-24 21:30', '2026-10-25 07:00'],
  ['2026-03-08T07:30:00Z', '2026-03-08 08:30', '2026-03-08 03:30', '2026-03-08 13:00'],
  ['2026-03-29T10:00:00+02:00', '2026-03-29 10:00', '2026-03-29 04:00', '2026-03-29 13:30'],
  ['2026-03-29 10:00:00 +0200', '2026-03-29 10:00', '2026-03-29 04:00', '2026-03-29 13:30'],
  ['2026-03-29 10:00+02', '2026-03-29 10:00', '2026-03-29 04:00', '2026-03-29 13:30'],
  ['Sun, 29 Mar 2026 10:00:00 GMT', '2026-03-29 12:00', '2026-03-29 06:00', '2026-03-29 15:30'],
  ['Sun, 29 Mar 2026 10:00:00 -0500', '2026-03-29 17:00', '2026-03-29 11:00', '2026-03-29 20:30'],
  ['March 29, 2026 10:00 UTC', '2026-03-29 12:00', '2026-03-29 06:00', '2026-03-29 15:30'],
  ['Sun Mar 29 2026 10:00:00 GMT+0200 (CEST)', '2026-03-29 10:00', '2026-03-29 04:00', '2026-03-29 13:30'],
  // Seconds since 1970.
  ['1774778400', '2026-03-29 12:00', '2026-03-29 06:00', '2026-03-29 15:30'],
  // What is no date stays as it is.
  ...['hello', '2026-02-30', '2026-13-01', '29.03.2026', ''].map((text): [string, string, string, string] => [
    text,
    text,
    text,
    text,
  ]),
]
const OTHERS: [source: string, timeZone: string, printed: string][] = [
  ['{{ 1774778400 | date: "%H:%M" }}', BERLIN, '12:00'],
  ['{{ "2026-03-29T22:30:00Z" | date_to_string }}', BERLIN, '30 Mar 2026'],
  ['{{ "2026-03-29T22:30:00Z" | date_to_long_string }}', NEW_YORK, '29 March 2026'],
  ['{{ "2026-03-01" | date_to_string: "ordinal" }}', BERLIN, '1st Mar 2026'],
  ['{{ "2026-03-22" | date_to_long_string: "ordinal", "US" }}', NEW_YORK, 'March 22nd, 2026'],
  ['{{ "2026-03-29T10:00:00Z" | date_to_xmlschema }}', BERLIN, '2026-03-29T12:00:00+02:00'],
  ['{{ "2026-03-29T10:00:00" | date_to_xmlschema }}', NEW_YORK, '2026-03-29T10:00:00-04:00'],
  ['{{ "2026-01-29" | date_to_rfc822 }}', BERLIN, 'Thu, 29 Jan 2026 00:00:00 +0100'],
  ['{{ "2026-03-02T09:05" | date }}', KOLKATA, 'Monday, March 2, 2026 at 9:05 am +0530'],
  [
    '{{ "2026-03-02T09:05:03.007" | date: "%-d|%e|%l|%I|%p|%L|%3N|%^a|%#B|%_m|%y|%C|%j|%U|%u|%q|%%|%K" }}',
    BERLIN,
    '2| 2| 9|09|AM|007|007|MON|MARCH| 3|26|20|061|09|1|nd|%|%K',
  ],
  ['{{ "2026-03-29T10:00:00Z" | date: "%s %z %:z %Z" }}', BERLIN, '1774778400 +0200 +02:00 Europe/Berlin'],
  ['{{ "2026-03-29T10:00:00" | date: "%s" }}', NEW_YORK, '1774792800'],
  // A zone of the author's wins.
  ['{{ "2026-03-29T10:00:00Z" | date: "%H:%M", "Asia/Tokyo" }}', BERLIN, '19:00'],
  ['{{ "2026-03-29T10:00:00" | date: "%H:%M", "Asia/Tokyo" }}', BERLIN, '17:00'],
  ['{{ "2026-03-29" | date: "%d", "America/New_York" }}', BERLIN, '29'],
  ['{{ "2026-03-29T10:00:00Z" | date: "%H:%M", "+05:30" }}', BERLIN, '15:30'],
  ['{{ "2026-03-29T10:00:00Z" | date: "%H:%M", "-0500" }}', BERLIN, '05:00'],
  ['{{ "2026-03-29T10:00:00Z" | date: "%H:%M", 360 }}', BERLIN, '04:00'],
  ['{{ "2026-03-29T10:00:00Z" | date: "%H:%M", missing }}', BERLIN, '12:00'],
]

const dated = ([text, ...printed]: (typeof DATES)[number]): [source: string, timeZone: string, printed: string][] =>
  [BERLIN, NEW_YORK, KOLKATA].map((zone, index) => [`{{ "${text}" | date: "${MINUTE}" }}`, zone, printed[index] ?? ''])
const CASES = [...DATES.flatMap(dated), ...OTHERS]

describe('a date in a template, on every machine', () => {
  for (const [source, timeZone, printed] of CASES) {
    it(`${source.slice(0, 60)} prints ${printed.slice(0, 30)} in ${timeZone}`, () => {
      onEveryMachine(() => expect(render(compile(source), {}, { escape: false, timeZone })).to.equal(printed))
    })
  }

  it('is of today by the clocks of the project', () => {
    // These are 25 hours apart: it is never the same day in both.
    for (const timeZone of ['Pacific/Kiritimati', 'Pacific/Midway']) {
      const shownDay = (): string => new Intl.DateTimeFormat('sv-SE', { timeZone }).format()
      for (const word of ['now', 'today']) {
        const before = shownDay()
        const printed = render(compile(`{{ "${word}" | date: "%Y-%m-%d" }}`), {}, { escape: false, timeZone })
        // Midnight may have come in between.
        expect(printed).to.be.oneOf([before, shownDay()])
      }
    }
  })

  it('reads the date of a value as it reads one of the author', () => {
    const variables = {
      at: '2026-03-29T10:00:00Z',
      when: new Date('2026-03-29T10:00:00Z'),
      day: '2026-03-29',
      nil: null,
    }
    const source =
      '{{ at | date: "%H:%M" }} {{ when | date: "%H:%M" }} {{ day | date: "%d" }}{{ nil | date: "%d" }}{{ x | date: "%d" }}'
    expect(render(compile(source), variables, { escape: false, timeZone: BERLIN })).to.equal('12:00 12:00 29')
  })

  it('fails with its place for a zone that does not exist', () => {
    const zoned = (zone: string) => () =>
      render(compile(`a\n{{ "2026-03-29" | date: "%d", zone }}`), { zone }, { escape: false })
    for (const zone of ['Europe/Atlantis', 'x'.repeat(1_000)])
      expect(zoned(zone)).to.throw(RenderError, 'line 2, column 1')
  })
})
