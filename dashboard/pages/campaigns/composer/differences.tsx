import { t } from '../../../messages/index.js'
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
        {differingFields(mine, theirs).map((field) => (
          <tr key={field} className="border-b border-line align-top">
            <th scope="row" className="py-2 pr-2 font-normal break-words text-muted">
              {t.campaigns.fields[field]}
            </th>
            <td className="p-2 break-words whitespace-pre-wrap">{textOf(mine[field])}</td>
            <td className="p-2 break-words whitespace-pre-wrap">{textOf(theirs[field])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function textOf(value: CampaignFields[keyof CampaignFields]): string {
  const text = typeof value === 'string' ? value : value === null ? t.common.none : JSON.stringify(value, null, 2)
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text
}
