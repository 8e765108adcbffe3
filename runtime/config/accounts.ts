import { z } from 'zod'
import { flag, origin, whole } from './values.js'

const ADDRESS = /^[^\s@<>]+@[^\s@<>.]+(?:\.[^\s@<>.]+)+$/

export const accounts = z.object({
  PLATFORM_FROM: z.string().regex(ADDRESS, 'must be an email address').optional().meta({
    description: 'the sender of mail to users, such as invitations; without it, addresses count as confirmed',
  }),
  PLATFORM_NAME: z.string().default('Posthorn').describe('the name of the sender of mail to users'),
  PLATFORM_MAILS_PER_DAY: whole()
    .default(2_000)
    .describe('emails that the installation sends to users per day; 0 for no limit'),
  GITHUB_CLIENT_ID: z.string().optional().describe('the OAuth app for signing in with GitHub'),
  GITHUB_CLIENT_SECRET: z.string().optional().describe('the secret of that OAuth app'),
  GITHUB_URL: origin.default('https://github.com').describe('GitHub, or a GitHub Enterprise server'),
  GITHUB_API_URL: origin.default('https://api.github.com').describe('the API of that server'),
  GOOGLE_CLIENT_ID: z.string().optional().describe('the OAuth client for signing in with Google'),
  GOOGLE_CLIENT_SECRET: z.string().optional().describe('the secret of that OAuth client'),
  GOOGLE_ISSUER_URL: origin
    .default('https://accounts.google.com')
    .describe('Google, or another OpenID Connect provider'),
  MAX_PROJECTS_PER_USER: whole(1)
    .default(50)
    .describe('the number of projects a user can own, including those deleted within the last day'),
  AUTO_PROJECT_DISABLE: flag
    .default(true)
    .describe(
      'pauses harmful campaigns, and disables a project whose bounces or complaints are critical; `false` only warns',
    ),
})
