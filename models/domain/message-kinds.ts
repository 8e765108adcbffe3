/** Type of a message, which decides its rules of consent and presentation. */
export const MESSAGE_TYPES = ['TRANSACTIONAL', 'MARKETING', 'HEADLESS'] as const
export type MessageType = (typeof MESSAGE_TYPES)[number]

/** Every source of an email. */
export const SOURCE_TYPES = ['TRANSACTIONAL', 'CAMPAIGN', 'WORKFLOW', 'INBOUND', 'TEST'] as const
export type SourceType = (typeof SOURCE_TYPES)[number]
