/** The texts around signing in. */
export const session = {
  email: 'Email address',
  password: 'Password',
  signIn: 'Sign in',
  signUp: 'Create account',

  passwordHint: 'At least 8 characters.',
  hasAccount: 'Already have an account?',
  hasNoAccount: 'Don’t have an account?',
  forgot: 'Forgot password?',
  forgotTitle: 'Reset your password',
  forgotText: 'Check your inbox. If an account uses this address, we’ve sent it a link.',
  forgotHint: 'No email? Ask the operator of this installation. It may not send emails to users.',
  sendLink: 'Send reset link',
  backToSignIn: 'Back to sign in',
  withGithub: 'Sign in with GitHub',
  withGoogle: 'Sign in with Google',
  otherHost: (url: string) => `Sign in at ${url}, the address of this installation.`,
  goThere: 'Go to sign-in',
  endedTitle: 'Your session has ended',
  endedText: 'Sign in again to continue where you left off.',
  anotherUser: 'Use another account',
  repeatTitle: 'Send your changes again?',
  repeatText: (writes: number) =>
    writes === 1
      ? '1 change wasn’t saved because your session had ended.'
      : `${writes} changes weren’t saved because your session had ended.`,
  repeat: 'Send again',
  discard: 'Discard',
  errors: {
    email_not_verified: 'Verify your email address with that service first.',
    account_exists: 'An account with this email already exists. Sign in with your password, then connect the service.',
    signups_disabled: 'Sign-ups are turned off for this installation.',
    oauth_failed: 'Could not sign you in. Try again.',
  },
  projectsTitle: 'Projects',
  noProjects: 'No projects yet',
  noProjectsText: 'Each project has its own contacts, domains, API keys and team.',
  newProject: 'Create project',
  projectName: 'Project name',
  roles: { OWNER: 'Owner', ADMIN: 'Admin', MEMBER: 'Member' },
}
