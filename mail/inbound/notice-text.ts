import { NOTICE_FORMATS, type NoticeFormat } from './notice-formats.js'

/** The reply of the server in a report without a status part; null for an unknown format. */
export function replyInNotice(notice: string): string | null {
  for (const format of NOTICE_FORMATS) {
    const text = format.isCommon ? null : textOfFormat(format, notice)
    if (text !== null) return replyOf(format, text)
  }
  return null
}

/** The notice up to the copy of the message; null where the notice does not have the format. */
export function textOfFormat({ marks, also, copyAt }: NoticeFormat, notice: string): string | null {
  const lines = notice.split('\n').filter((line) => !/^\s{0,4}>(?!>>)/.test(line))
  const isMarked = (text: string) => marks.some((mark) => text.includes(mark))
  const all = collapse(lines.join('\n'))
  if (!isMarked(all) || (also && !also.some((word) => all.includes(word)))) return null
  // A mark may continue on the next line.
  const from = Math.max(
    0,
    lines.findIndex((line, index) => isMarked(collapse(`${line} ${lines[index + 1] ?? ''}`))),
  )
  const isCopy = (line: string) => copyAt.some((start) => collapse(line).startsWith(start))
  const end = lines.findIndex((line, index) => index >= from && isCopy(line))
  const text = lines.slice(0, end < 0 ? undefined : end)
  const isBehind = text.slice(from).some((line) => line.trim() !== '')
  return (isBehind ? text.slice(from) : text).join('\n')
}

/** The reply in the text of a format; the whole text where nothing marks the reply. */
export function replyOf({ replyBehind }: NoticeFormat, text: string): string {
  if (replyBehind === 'address') {
    const paragraph = text.split(/\n[ \t]*\n/).find((part) => ADDRESSED.test(part))
    return paragraph === undefined ? text : paragraph.replace(ADDRESSED, '')
  }
  const words = text.toLowerCase()
  const mark = replyBehind.find((each) => words.includes(each))
  return mark === undefined ? text : text.slice(words.indexOf(mark) + mark.length)
}

const ADDRESSED = /^\s*<[^<>\s]*>(?: \(expanded from[^()\n]*\))?:/

/** A text in lower case, with single blanks. */
export function collapse(text: string): string {
  return text.replace(/\s+/g, ' ').trim().toLowerCase()
}
