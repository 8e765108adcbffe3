import { t } from '../../../messages/index.js'
import { contentText } from '../../../shared/content-editor/content-text.js'
import { differingFields, type CampaignFields } from './draft.js'

const MOST = 500

/** The differences between two versions of a campaign, side by side. */
export function Differences({ mine, theirs }: { mine: CampaignFields; theirs: CampaignFields }) {
  return (
    <table className="w-full table-fixed border-collapse text-left">
      <caption className="sr-only">{t.campaigns.differs}</caption>
      <thead>
        <tr className="border-b border-line text-small text-muted">
          <td className="w-24" />
          <th scope="col" className="h-9 px-2 font-medium">
            {t.campaigns.mine}
          </th>
          <th scope="col" className="h-9 px-2 font-medium">
            {t.campaigns.theirs}
          </th>
        </tr>
      </thead>
      <tbody>
        {shownFields(mine, theirs).map((field) => (
          <tr key={field} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 font-normal break-words text-muted">
              {t.campaigns.fields[field]}
            </th>
            <td className="p-2 break-words whitespace-pre-wrap">{textOf(field, mine)}</td>
            <td className="p-2 break-words whitespace-pre-wrap">{textOf(field, theirs)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** The fields in which two versions differ; the content is one of them, whatever it is written in. */
function shownFields(mine: CampaignFields, theirs: CampaignFields): (keyof CampaignFields)[] {
  const isContent = (field: string): boolean => field === 'body' || field === 'design' || field === 'mjml'
  const fields = differingFields(mine, theirs)
  return [...fields.filter((field) => !isContent(field)), ...(fields.some(isContent) ? (['body'] as const) : [])]
}

function textOf(field: keyof CampaignFields, fields: CampaignFields): string {
  if (field === 'body') return contentText(fields)
  const value = fields[field]
  const text = typeof value === 'string' ? value : value === null ? t.common.none : JSON.stringify(value, null, 2)
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
