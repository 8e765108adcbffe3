import { expect } from 'chai'
import { Parser } from 'htmlparser2'

const VOID = new Set('area base br col embed hr img input link meta source track wbr'.split(' '))

/** Requires that every element of a document is closed where it should be, for Outlook on Windows and for others. */
export function expectWholeMarkup(html: string): void {
  for (const [reader, document] of [
    ['Outlook', asOutlookReads(html)],
    ['others', html],
  ] as const) {
    expect(faultsOf(document), `as ${reader} read it`).to.deep.equal([])
  }
}

function faultsOf(document: string): string[] {
  const html = document.replace(/<!doctype html>/i, '').replaceAll(/<(meta|img|br|link|hr)\b([^>]*[^/])>/g, '<$1$2/>')
  const open: string[] = []
  const faults: string[] = []
  const parser = new Parser(
    {
      onopentagname: (name) => void (VOID.has(name) || open.push(name)),
      onclosetag(name, isImplied) {
        if (VOID.has(name)) return
        const isSelfClosed = html.slice(parser.startIndex, parser.endIndex + 1).endsWith('/>')
        if (open.pop() !== name || (isImplied && !isSelfClosed)) faults.push(`${name} at ${parser.startIndex}`)
      },
    },
    // In XML mode, the parser closes no element by itself, except at the end.
    { xmlMode: true, recognizeSelfClosing: true, decodeEntities: false },
  )
  parser.end(html)
  return faults
}

/** The document with the conditional comments for Outlook opened, and those for others removed. */
function asOutlookReads(html: string): string {
  return html
    .replaceAll(/<!--\[if !mso\]><!-->[\s\S]*?<!--<!\[endif\]-->/g, '')
    .replaceAll(/<!--\[if lte mso 11\]>[\s\S]*?<!\[endif\]-->/g, '')
    .replaceAll(/<!--\[if mso(?: \| IE)?\]>([\s\S]*?)<!\[endif\]-->/g, '$1')
}
