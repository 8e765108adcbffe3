import type { NoticeKind } from '../../models/domain/notification-kinds.js'

/** The texts of one kind of platform mail, with Liquid's placeholder `{{ address }}`. */
interface MailText {
  /** Without placeholders: no text of a tenant may stand in the subject of the operator's mail. */
  subject: string
  text: string
  /** The label of the link. */
  button: string
}

/** The texts of a mail about a project, with Liquid's placeholder `{{ project }}` in `text`. */
interface ProjectMailText extends MailText {
  /** The text where the name of the project is not shown. */
  unnamed: string
}

/** The texts of the mails that the installation itself sends to its users. */
export interface PlatformText {
  verify: MailText
  reset: MailText
  /** Another account may sign in from now on; with Liquid's placeholder `{{ service }}`. */
  connected: MailText
  /** Someone with the password has asked for another address of the account. */
  moving: MailText
  invite: ProjectMailText
  /** Someone wants to send test emails of a project to the address; with both placeholders. */
  testAddress: ProjectMailText
  /**
   * A campaign is paused because of its bounces or complaints; with Liquid's placeholders `{{ sent }}`, `{{ bounces }}`
   * and `{{ complaints }}`.
   */
  paused: ProjectMailText
  disabled: ProjectMailText
  /** A project is disabled because its payments failed. */
  unpaid: ProjectMailText
  /** A notification of the dashboard. The subject is for those without one in `notices`: a job failed. */
  notification: ProjectMailText
  /** The subjects of notifications by their kind, without placeholders. */
  notices: Record<NoticeKind, string>
  /** The note under a mail that its reader has turned on, and how to turn it off. */
  wanted: string
  /** The note under a link that can be used once. */
  expires: string
  /** The note where someone else may have asked for the mail. */
  ignore: string
  /** The note under the link of an invitation. */
  expiresInWeek: string
  ignoreInvitation: string
}
