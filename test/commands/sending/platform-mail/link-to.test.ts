import { expect } from 'chai'
import { linkTo, type LinkedPage } from '../../../../commands/sending/platform-mail/link-to.js'

const GATEWAY_URL = 'https://mail.acme.io'

// Each page with its address on an installation of its own, and below a dashboard elsewhere.
const PAGES: [to: LinkedPage, address: string, elsewhere: string][] = [
  [{ page: 'home' }, 'https://mail.acme.io/dashboard/', 'https://app.acme.io/mail/'],
  [{ page: 'account' }, 'https://mail.acme.io/dashboard/account', 'https://app.acme.io/mail/account'],
  [
    { page: 'account', connected: 'github' },
    'https://mail.acme.io/dashboard/account?connected=github',
    'https://app.acme.io/mail/account?connected=github',
  ],
  [
    { page: 'account', error: 'a&b' },
    'https://mail.acme.io/dashboard/account?error=a%26b',
    'https://app.acme.io/mail/account?error=a%26b',
  ],
  [
    { page: 'sign-in', error: 'account_exists' },
    'https://mail.acme.io/dashboard/sign-in?error=account_exists',
    'https://app.acme.io/mail/sign-in?error=account_exists',
  ],
  [
    { page: 'billing', projectId: 'p1' },
    'https://mail.acme.io/dashboard/p/p1/settings/billing',
    'https://app.acme.io/mail/p/p1/settings/billing',
  ],
  [
    { page: 'security', projectId: 'p1' },
    'https://mail.acme.io/dashboard/p/p1/settings/security',
    'https://app.acme.io/mail/p/p1/settings/security',
  ],
]
const OF_THE_GATEWAY = ['verify-email', 'reset-password', 'accept-invitation'] as const

describe('linkTo', () => {
  for (const [to, address, elsewhere] of PAGES) {
    it(`links to the page ${to.page} of the dashboard, of the gateway or elsewhere`, () => {
      expect(linkTo(to, { GATEWAY_URL })).to.equal(address)
      expect(linkTo(to, { GATEWAY_URL, DASHBOARD_URL: 'https://app.acme.io/mail' })).to.equal(elsewhere)
    })
  }

  for (const page of OF_THE_GATEWAY) {
    it(`links to the page ${page} of the gateway, wherever the dashboard is`, () => {
      for (const DASHBOARD_URL of [undefined, 'https://app.acme.io/mail'])
        expect(linkTo({ page, token: 'a+b' }, { GATEWAY_URL, DASHBOARD_URL })).to.equal(
          `https://mail.acme.io/${page}?token=a%2Bb`,
        )
    })
  }
})
