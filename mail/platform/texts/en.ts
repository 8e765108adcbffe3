import type { PlatformText } from '../platform-text.js'

export const en: PlatformText = {
  verify: {
    subject: 'Confirm your email address',
    text: 'Confirm that {{ address }} is your email address.',
    button: 'Confirm address',
  },
  reset: {
    subject: 'Reset your password',
    text: 'Choose a new password for {{ address }}.',
    button: 'Reset password',
  },
  connected: {
    subject: 'A new way to sign in to your account',
    text:
      "You can now sign in to {{ address }} with {{ service }}. If this wasn't you, reset your password on the " +
      'sign-in page. That disconnects {{ service }} and ends all sessions.',
    button: 'Open account',
  },
  moving: {
    subject: "Your account's email address is about to change",
    text:
      'Someone asked to replace {{ address }} with another email address. The change takes effect once the new ' +
      "address is confirmed. If this wasn't you, reset your password on the sign-in page. That cancels the change " +
      'and ends all sessions.',
    button: 'Open account',
  },
  invite: {
    subject: "You've been invited to a project",
    text: "You've been invited to join the project {{ project }}. Sign up or sign in to accept.",
    unnamed: "You've been invited to join a project. Sign up or sign in to accept.",
    button: 'Join project',
  },
  testAddress: {
    subject: 'Confirm your address for test emails',
    text: 'The project {{ project }} wants to send test emails to {{ address }}. Confirm within seven days to receive them.',
    unnamed: 'A project wants to send test emails to {{ address }}. Confirm within seven days to receive them.',
    button: 'Confirm address',
  },
  paused: {
    subject: 'Your campaign was paused',
    text:
      'We paused a campaign of the project {{ project }} because too many of its emails bounced or were reported as ' +
      'spam: of {{ sent }} emails, {{ bounces }} bounced and {{ complaints }} were reported. The project can still ' +
      'send. Find out where these addresses come from and remove them before you resume the campaign.',
    unnamed:
      'We paused a campaign of one of your projects because too many of its emails bounced or were reported as ' +
      'spam: of {{ sent }} emails, {{ bounces }} bounced and {{ complaints }} were reported. The project can still ' +
      'send. Find out where these addresses come from and remove them before you resume the campaign.',
    button: 'Open campaign',
  },
  disabled: {
    subject: 'Your project was disabled',
    text:
      "The project {{ project }} can't send email because too many of its emails bounced or were reported as spam. " +
      'You can still view its data. Clean up its contact lists, then ask the operator to enable it.',
    unnamed:
      "One of your projects can't send email because too many of its emails bounced or were reported as spam. You " +
      'can still view its data. Clean up its contact lists, then ask the operator to enable it.',
    button: 'View rates',
  },
  unpaid: {
    subject: 'Payment for your project failed',
    text:
      "The project {{ project }} can't send email because its payment failed. You can still view its data. Once you " +
      'pay the open invoice, sending resumes automatically.',
    unnamed:
      "One of your projects can't send email because its payment failed. You can still view its data. Once you pay " +
      'the open invoice, sending resumes automatically.',
    button: 'Pay invoice',
  },
  notification: {
    subject: 'Something in your project failed',
    text: 'This happened in the project {{ project }}. The dashboard shows the details and what you can do.',
    unnamed: 'This happened in one of your projects. The dashboard shows the details and what you can do.',
    button: 'Open dashboard',
  },
  notices: {
    IMPORT_FAILED: 'An import failed',
    EXPORT_FAILED: 'An export failed',
    CAMPAIGN_PAUSED: 'A campaign was paused',
    WORKFLOW_FAILING: 'A workflow is failing',
    DOMAIN_LOST: 'A domain is no longer verified',
    REPUTATION_LOW: 'Your bounce or complaint rate is high',
    PROJECT_DISABLED: 'Your project was disabled',
    USAGE_NEAR_LIMIT: 'Your project is close to its monthly limit',
    USAGE_AT_LIMIT: 'Your project has reached its monthly limit',
  },
  expires: 'This link works once and expires in one hour.',
  ignore: "If you didn't request this, you can ignore this email.",
  expiresInWeek: "This link works once and expires in seven days. Anyone with the link can join, so don't share it.",
  ignoreInvitation: "If you didn't expect this invitation, you can ignore this email.",
  wanted: 'You asked for these emails. You can turn them off under Notifications in the dashboard.',
}
