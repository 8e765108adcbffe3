/** The texts of actions that ask who is there. */
export const presence = {
  password: 'Your password',
  askPassword: 'You signed in more than ten minutes ago. Enter your password to continue.',
  askSignIn: 'You signed in more than ten minutes ago, and your account has no password. Sign in again to continue.',
  signInAgain: 'Sign in again',
}
