/** What becomes of a message at its recipient. */
export type Fate = 'delivered' | 'bounced' | 'complained' | 'autoReplied' | 'suppressed'

const SIMULATOR = /^(success|bounce|complaint|ooto|suppressionlist)(\+[^@]*)?@simulator\.amazonses\.com$/i

const FATES: Record<string, Fate> = {
  success: 'delivered',
  bounce: 'bounced',
  complaint: 'complained',
  ooto: 'autoReplied',
  suppressionlist: 'suppressed',
}

/** SES's mailbox simulator, labels such as `bounce+label@` included. Every other address takes its mail. */
export function fateOf(address: string): Fate {
  const mailbox = SIMULATOR.exec(address)?.[1]?.toLowerCase()
  return (mailbox && FATES[mailbox]) || 'delivered'
}
