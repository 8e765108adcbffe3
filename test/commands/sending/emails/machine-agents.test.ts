import { expect } from 'chai'
import { isMachineAgent } from '../../../../commands/sending/emails/machine-agents.js'

const CHROME = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0'

const PEOPLE: [what: string, userAgent: string][] = [
  ['Chrome', `${CHROME} Safari/537.36`],
  ['Edge', `${CHROME} Safari/537.36 Edg/130.0.0.0`],
  ['Firefox', 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0'],
  [
    'Safari on a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Mobile/15E148 Safari/604.1',
  ],
  ['Apple Mail', 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko)'],
  [
    'Mail on a phone',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148',
  ],
  ['Thunderbird', 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:128.0) Gecko/20100101 Thunderbird/128.4.0'],
  ['Outlook', 'Mozilla/4.0 (compatible; MSIE 7.0; Windows NT 10.0; WOW64; Trident/7.0; Microsoft Outlook 16.0.4266)'],
  ['Outlook that loads images', 'Mozilla/4.0 (compatible; ms-office; MSOffice 16)'],
  ['Outlook for Mac', 'Microsoft Office/16.0 (Macintosh; Mac OS X 14.5; Microsoft Outlook 16.89)'],
  [
    'Samsung Mail',
    'Mozilla/5.0 (Linux; Android 13; SM-S908B) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120 Mobile Safari/537.36',
  ],
  ["Gmail's image proxy", 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)'],
  ["Yahoo's image proxy", 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'],
]

const MACHINES: [what: string, userAgent: string][] = [
  ["Apple's Mail Privacy Protection", 'Mozilla/5.0'],
  ['nothing', ''],
  ['blanks', '  '],
  ['Barracuda', 'BarracudaCentral/1.0'],
  ['Barracuda in a browser', `${CHROME} Barracuda Sentinel (EE)`],
  ['Proofpoint', 'Mozilla/5.0 (compatible; Proofpoint URL Defense)'],
  ['Mimecast', 'Mimecast-URL-Protect'],
  ["Microsoft's Safe Links", `${CHROME} Safari/537.36 BingPreview/1.0b`],
  ['Microsoft looking for a file', 'Microsoft Office Existence Discovery'],
  ['Symantec', 'Mozilla/5.0 (compatible; Symantec.cloud)'],
  ['a search engine', 'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)'],
  ['the preview of a chat', 'Slackbot-LinkExpanding 1.0 (+https://api.slack.com/robots)'],
  ['a browser without a window', CHROME.replace('Chrome', 'HeadlessChrome')],
  ['a script', 'python-requests/2.32.3'],
  ['a command line', 'curl/8.5.0'],
]

describe('isMachineAgent', () => {
  for (const [what, userAgent] of PEOPLE) {
    it(`takes ${what} for a person`, () => expect(isMachineAgent(userAgent)).to.equal(false))
  }
  for (const [what, userAgent] of MACHINES) {
    it(`takes ${what} for a machine`, () => expect(isMachineAgent(userAgent)).to.equal(true))
  }

  it('returns the same for an agent that it has met before, and works after thousands', () => {
    for (let index = 0; index < 6_000; index += 1) isMachineAgent(`${CHROME} Safari/537.${index}`)
    expect(isMachineAgent('curl/8.5.0')).to.equal(true)
    expect(isMachineAgent(`${CHROME} Safari/537.36`)).to.equal(false)
  })
})
