/** The classes of a link and of a field in a text of a message. */
export const LINK_CLASS = 'text-(--mail-accent) underline'
export const CHIP_CLASS =
  'inline-block cursor-pointer rounded-[4px] bg-(--mail-chip) px-1 align-baseline whitespace-nowrap [&.ProseMirror-selectednode]:outline-2 [&.ProseMirror-selectednode]:outline-accent'

// The lines break as the writing surface breaks them.
const LINES = 'break-words whitespace-pre-wrap [&_strong]:font-bold'

/** The classes of the text of each block with words. */
export const TEXT_CLASSES = {
  h1: `${LINES} text-[28px] leading-[35px] font-bold`,
  h2: `${LINES} text-[22px] leading-[27.5px] font-bold`,
  h3: `${LINES} text-[18px] leading-[22.5px] font-bold`,
  text: `${LINES} text-[16px] leading-[25.6px] [&>*+*]:mt-3 [&_li+li]:mt-1`,
  quote: `${LINES} text-[16px] leading-[25.6px] italic`,
  button: `${LINES} text-[16px] leading-[20px] font-semibold`,
} as const
