import type { PlatformText } from '../platform-text.js'

export const en: PlatformText = {
  verify: {
    subject: 'Confirm your email address',
    text: 'Please confirm that {{ address }} is your address.',
    button: 'Confirm address',
  },
  reset: {
    subject: 'Reset your password',
    text: 'You can choose a new password for {{ address }}.',
    button: 'Choose a new password',
  },
  connected: {
    subject: 'A new way to sign in to your account',
    text: '{{ service }} can be used to sign in to {{ address }} from now on. If this was not you, please choose a new password by the link for a forgotten one: it removes {{ service }} and ends every session.',
    button: 'Open your account',
  },
  moving: {
    subject: 'The address of your account is about to change',
    text: 'Another address was asked for in place of {{ address }}. It replaces this one once it is confirmed. If this was not you, please choose a new password by the link for a forgotten one: it stops the change and ends every session.',
    button: 'Open your account',
  },
  invite: {
    subject: 'You are invited to a project',
    text: 'You are invited to work on the project {{ project }}. Sign up or sign in to join.',
    unnamed: 'You are invited to work on a project. Sign up or sign in to join.',
    button: 'Join the project',
  },
  paused: {
    subject: 'A campaign has been paused',
    text: 'A campaign of the project {{ project }} is paused, because too many of its messages bounced or were reported as spam: of {{ sent }} messages {{ bounces }} bounced, and {{ complaints }} were reported. The project can go on sending. Please find out where these addresses come from, remove them, and only then resume the campaign.',
    unnamed:
      'A campaign of one of your projects is paused, because too many of its messages bounced or were reported as spam: of {{ sent }} messages {{ bounces }} bounced, and {{ complaints }} were reported. The project can go on sending. Please find out where these addresses come from, remove them, and only then resume the campaign.',
    button: 'Open the campaign',
  },
  disabled: {
    subject: 'Your project has been disabled',
    text: 'The project {{ project }} sends no more mail, because too many of its messages bounced or were reported as spam. Its data can still be read. Please clean up its lists of addresses, then ask the operator to enable it.',
    unnamed:
      'One of your projects sends no more mail, because too many of its messages bounced or were reported as spam. Its data can still be read. Please clean up its lists of addresses, then ask the operator to enable it.',
    button: 'See the rates',
  },
  unpaid: {
    subject: 'The payment for your project failed',
    text: 'The project {{ project }} sends no more mail, because the payment for it failed. Its data can still be read. Once the open invoice is paid, the project works again by itself.',
    unnamed:
      'One of your projects sends no more mail, because the payment for it failed. Its data can still be read. Once the open invoice is paid, the project works again by itself.',
    button: 'Pay the invoice',
  },
  expires: 'The link works once, within an hour.',
  ignore: 'If you did not ask for this, there is nothing you need to do.',
  expiresInWeek: 'The link works once, within seven days. Whoever opens it may join, so please do not pass it on.',
  ignoreInvitation: 'If you did not expect this invitation, there is nothing you need to do.',
}
