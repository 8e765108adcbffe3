import { expect } from 'chai'
import { useProject } from '../../../support/project.js'

/** Bodies as other editors of emails write them, reduced to what is particular to each. */
const FOREIGN: [editor: string, body: string][] = [
  [
    'an editor of blocks for many mail programs, with Windows line ends',
    [
      '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">',
      '<html xmlns="http://www.w3.org/1999/xhtml" xmlns:o="urn:schemas-microsoft-com:office:office"><head>',
      '<!--[if gte mso 9]><xml><o:OfficeDocumentSettings><o:AllowPNG/></o:OfficeDocumentSettings></xml><![endif]-->',
      '<style type="text/css">@media only screen and (min-width:620px){.u-row{width:600px!important}}</style></head>',
      '<body class="clean-body" style="margin:0"><!--[if (mso)|(IE)]><table width="600"><tr><td><![endif]-->',
      '\t<div class="u-col">Hello&nbsp;there &amp; welcome </div> ',
      '<!--[if (mso)|(IE)]></td></tr></table><![endif]--></body></html>',
      '',
    ].join('\r\n'),
  ],
  [
    'a compiler of MJML',
    `<!doctype html>\n<html lang="und" dir="auto"><head><title></title><!--[if !mso]><!--><meta http-equiv="X-UA-Compatible" ` +
      `content="IE=edge"><!--<![endif]--></head><body><div aria-roledescription="email" role="article">` +
      `<v:roundrect xmlns:v="urn:schemas-microsoft-com:vml" arcsize="10%"><w:anchorlock/></v:roundrect></div></body></html>`,
  ],
  [
    'an editor of rich text',
    `<p class="text-node" style="line-height: 1.6">Hi <span data-type="mention" data-id="x">you</span>,</p><p><br></p>` +
      `<ul class="node-list"><li><p>One</p></li></ul><a target="_blank" rel="noopener" class="button" href='https://acme.test/?a=1&b=2'>Go</a>`,
  ],
  [
    'a writer of Liquid',
    `{% if plan == "pro" %}\n  <b>{{ firstName ?? "you" }}</b>{%- endif -%}\n<a href="{{ link }}">x</a>\n\n`,
  ],
]

describe('a body of another editor', () => {
  const { client } = useProject()

  for (const [editor, body] of FOREIGN) {
    it(`stays as it is, to the byte, also when something else of its record changes: ${editor}`, async () => {
      const message = { name: 'Old', subject: 'Old', from: 'a@example.com', type: 'TRANSACTIONAL', body }
      const made = await client.post('/templates', message)
      expect(made.status, JSON.stringify(made.body)).to.equal(201)
      await client.patch(`/templates/${made.body.id}`, { subject: 'New' })
      const stored = (await client.get(`/templates/${made.body.id}`)).body
      expect([stored.subject, stored.editor, stored.design]).to.deep.equal(['New', 'html', null])
      expect(stored.body).to.equal(body)
    })
  }
})
