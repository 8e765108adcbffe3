/** The texts of one kind of platform mail, with Liquid's placeholders `{{ project }}` and `{{ address }}`. */
interface MailText {
  subject: string
  text: string
  /** The label of the link. */
  button: string
}

/** The texts of the mails that the installation itself sends to its users. */
export interface PlatformText {
  verify: MailText
  reset: MailText
  invite: MailText
  disabled: MailText
  /** A project is disabled because its payments failed. */
  unpaid: MailText
  /** Under a link that can be used once. */
  expires: string
  /** Where somebody else may have asked for the mail. */
  ignore: string
}
