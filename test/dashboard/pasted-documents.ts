/** What a program puts into the clipboard, a text by which one sees it in the editor, and what an email has of it. */
export interface PastedDocument {
  html: string
  shows: string
  is: RegExp
}

const item = (marker: string, text: string): string =>
  `<p class=MsoListParagraph style='text-indent:-18.0pt;mso-list:l0 level1 lfo1'><![if !supportLists]><span ` +
  `style='font-family:Symbol'><span style='mso-list:Ignore'>${marker}<span style='font:7.0pt "Times New Roman"'>` +
  `&nbsp;&nbsp; </span></span></span><![endif]>${text}<o:p></o:p></p>`
const listOf = (...items: string[]): string => items.map((text) => `<li[^>]*>${text}</li>`).join('\\s*')

/** Documents as word processors and mail programs copy them, reduced to what is particular to each. */
export const PASTED_DOCUMENTS: readonly PastedDocument[] = [
  {
    // Word and Outlook for Windows
    html:
      `<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style><!-- p.MsoNormal {margin:0cm} --></style>` +
      `</head><body lang=EN-GB><!--StartFragment--><p class=MsoNormal><b>Opening</b> hours<o:p></o:p></p>` +
      `${item('·', 'Word bullet one')}${item('·', 'Word bullet two')}${item('1.', 'Word number one')}` +
      `<!--EndFragment--></body></html>`,
    shows: 'Word bullet two',
    is: new RegExp(
      `<strong>Opening</strong> hours.*<ul[^>]*>\\s*${listOf('Word bullet one', 'Word bullet two')}\\s*</ul>.*` +
        `<ol[^>]*>\\s*${listOf('Word number one')}\\s*</ol>`,
      's',
    ),
  },
  {
    // Google Docs
    html:
      `<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr" style="line-height:` +
      `1.38"><span style="font-size:11pt;font-weight:400">Docs plain and </span><span style="font-weight:700">heavy` +
      `</span></p><ul><li dir="ltr"><p dir="ltr" role="presentation"><span style="font-weight:400">Docs item</span>` +
      `</p></li></ul></b>`,
    shows: 'Docs item',
    is: new RegExp(`Docs plain and <strong>heavy</strong>.*<ul[^>]*>\\s*${listOf('Docs item')}`, 's'),
  },
  {
    // Gmail and Apple Mail
    html:
      `<div dir="ltr">Mail line one<div><br></div><div>Mail line two with <a href="https://acme.test/a" ` +
      `target="_blank">a link</a></div><blockquote type="cite"></blockquote></div>`,
    shows: 'Mail line one',
    is: /Mail line one.*Mail line two with <a[^>]*href="https:\/\/acme\.test\/a"[^>]*>a link<\/a>/s,
  },
]
