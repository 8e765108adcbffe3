import { expect } from 'chai'
import { readMoment } from '../../../models/domain/moment.js'
import { onEveryMachine } from '../../support/machine-zones.js'
import { words } from '../../support/words.js'

const BERLIN = 'Europe/Berlin'

const READ: [text: string, zone: string, moment: string][] = [
  ['2026-12-01T09:00:00Z', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00Z', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00.5+02:00', BERLIN, '2026-12-01T07:00:00.500Z'],
  ['2026-12-01T09:00:00-0330', BERLIN, '2026-12-01T12:30:00.000Z'],
  ['2026-12-01T09:00:00.123456789Z', BERLIN, '2026-12-01T09:00:00.123Z'],
  [' 2026-12-01T09:00:00Z ', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['2026-12-01T09:00:00', BERLIN, '2026-12-01T08:00:00.000Z'],
  ['2026-07-01T09:00', BERLIN, '2026-07-01T07:00:00.000Z'],
  ['2026-07-01T09:00:00', 'UTC', '2026-07-01T09:00:00.000Z'],
  ['2026-07-01T09:00:00', 'America/New_York', '2026-07-01T13:00:00.000Z'],
  ['2026-07-01T09:00:00', 'Pacific/Kiritimati', '2026-06-30T19:00:00.000Z'],
  ['2026-07-01T09:00:00.250', 'Asia/Kathmandu', '2026-07-01T03:15:00.250Z'],
  ['2026-12-01', BERLIN, '2026-11-30T23:00:00.000Z'],
  ['2026-12-01', 'UTC', '2026-12-01T00:00:00.000Z'],
  ['2026-12-01', 'Pacific/Niue', '2026-12-01T11:00:00.000Z'],
  ['2028-02-29', 'UTC', '2028-02-29T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', 'UTC', '9999-12-31T23:59:59.999Z'],
  ['0001-01-01T00:00:00Z', 'UTC', '0001-01-01T00:00:00.000Z'],
  // The clocks leap from 2:00 to 3:00, and go back from 3:00 to 2:00.
  ['2027-03-28T01:59:59', BERLIN, '2027-03-28T00:59:59.000Z'],
  ['2027-03-28T02:30:00', BERLIN, '2027-03-28T01:30:00.000Z'],
  ['2027-03-28T03:00:00', BERLIN, '2027-03-28T01:00:00.000Z'],
  ['2027-10-31T01:59:59', BERLIN, '2027-10-30T23:59:59.000Z'],
  ['2027-10-31T02:30:00', BERLIN, '2027-10-31T00:30:00.000Z'],
  ['2027-10-31T03:00:00', BERLIN, '2027-10-31T02:00:00.000Z'],
  ['2027-03-14T02:30:00', 'America/New_York', '2027-03-14T07:30:00.000Z'],
  ['2027-11-07T01:30:00', 'America/New_York', '2027-11-07T05:30:00.000Z'],
  // A day without a midnight begins when the clocks have leapt over it.
  ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ['2026-11-01', 'America/Havana', '2026-11-01T04:00:00.000Z'],
  ['Tue, 01 Dec 2026 09:00:00 GMT', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['1 Dec 2026 09:00 +0100', 'UTC', '2026-12-01T08:00:00.000Z'],
  ['tue, 1 dec 2026 09:00:05 -0530', BERLIN, '2026-12-01T14:30:05.000Z'],
  ['Tue, 1 Dec 2026 09:00:00 UT', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['Tue, 1 Dec 2026 09:00:00 UTC', BERLIN, '2026-12-01T09:00:00.000Z'],
  ['Tue, 1 Dec 2026 09:00:00 EST', BERLIN, '2026-12-01T14:00:00.000Z'],
  ['Tue, 1 Dec 2026 09:00:00 PDT', BERLIN, '2026-12-01T16:00:00.000Z'],
  ['Tue, 1 Dec 2026 09:00:00 +0100 (CET)', BERLIN, '2026-12-01T08:00:00.000Z'],
  ['Tue, 29 Feb 2028 00:00:00 +0000', BERLIN, '2028-02-29T00:00:00.000Z'],
  ['Sun, 6 Nov 1994 08:49:37 GMT', BERLIN, '1994-11-06T08:49:37.000Z'],
  ['1 Jan 0050 00:00:00 GMT', BERLIN, '0050-01-01T00:00:00.000Z'],
]

const REFUSED = [
  ['', ' ', 'tomorrow 5', 'next monday', 'sunday 3', '05/12/2026 09:00', '5 December 2026', 'December 5, 2026'],
  ['Dec 5 2026 09:00:00 GMT', '1 January 2900 10:00 GMT+2', '2026-12-01T09:00:00 +01:00'],
  ['2026-12-01T09:00:00 Europe/Berlin', '2026-12-01 09:00:00', 'Mon, 01 Dec 2026 09:00:00 GMT'],
  ['Tue, 31 Nov 2026 09:00:00 GMT', 'Sun, 29 Feb 2026 09:00:00 GMT', 'Tue, 0 Dec 2026 09:00:00 GMT'],
  ['Tue, 1 Dec 2026 24:00:00 GMT', 'Tue, 1 Dec 2026 09:00:60 GMT', 'Tue, 1 Dec 2026 09:00:00', 'Tue, 1 Dec 2026'],
  ['Tue, 1 Dec 26 09:00:00 GMT', 'Tue, 1 Dec 12026 09:00:00 GMT', 'Tue, 1 Dec 2026 09:00:00 CET'],
  ['Tue, 1 Dec 2026 09:00:00 GMT+0100', 'Tue, 1 Dec 2026 09:00:00 +2500', 'Tue 1 Dec 2026 09:00:00 GMT'],
  ['Tue Dec 01 2026 09:00:00 GMT+0100 (Central European Standard Time)', '2026-12-01\n2026-12-02'],
  [`2026-12-01${' '.repeat(100)}x`],
  words(`
    tomorrow now 0 1 12 1764579600 1764579600000 2026 2026-12 2026-1-1 05.12.2026 2026/12/05 2026-13-01 2026-00-10
    2026-02-30 2026-02-29 2026-04-31T09:00:00Z 2026-02-30T09:00:00 2026-12-01T24:00:00Z 2026-12-01T23:59:60Z
    2026-12-01T09:60:00Z 2026-12-01T9:00:00Z 2026-12-01T09Z 2026-12-01T09:00:00+25:00 2026-12-01T09:00:00+1
    2026-12-01T09:00:00[Europe/Berlin] 2026-12-01T 2026-12-01Z 20261201T090000Z 2026-W10 2026-W10-1 2026-335
    2026-12-01T09:00:00ZZ x2026-12-01 +010000-01-01T00:00:00Z -000001-01-01T00:00:00Z 9999-12-31T23:59:59.999-01:00
    T09:00:00Z
  `),
].flat()

describe('the reading of a moment', () => {
  for (const [text, zone, moment] of READ) {
    it(`takes ${JSON.stringify(text)} in ${zone} for ${moment}, whatever the time zone of the machine`, () => {
      onEveryMachine(() => expect(readMoment(text, zone)?.toISOString()).to.equal(moment))
    })
  }

  for (const text of REFUSED) {
    it(`refuses ${JSON.stringify(text.slice(0, 80))}`, () => {
      onEveryMachine(() => expect(readMoment(text, BERLIN)).to.equal(null))
    })
  }
})
