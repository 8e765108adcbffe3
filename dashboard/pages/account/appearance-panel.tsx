import { t } from '../../messages/index.js'
import { useDeveloperDetails } from '../../session/developer-details.js'
import { usePreferences } from '../../session/preferences.js'
import { chooseTheme, THEMES, useTheme } from '../../session/theme.js'
import { Field } from '../../ui/field.js'
import { Select } from '../../ui/input.js'
import { Panel } from '../../ui/panel.js'
import { Switch } from '../../ui/switch.js'

/** The preferences of this browser. */
export function AppearancePanel() {
  const theme = useTheme()
  const areDetailsShown = useDeveloperDetails()
  const [{ areSingleKeysOff }, change] = usePreferences()
  return (
    <Panel title={t.account.appearance} isPadded>
      <div className="flex flex-col gap-4">
        <Field label={t.shell.theme}>
          {(ids) => (
            <Select
              {...ids}
              options={THEMES.map((value) => ({ value, label: t.shell.themes[value] }))}
              value={theme}
              onChange={({ target }) => chooseTheme(THEMES.find((one) => one === target.value) ?? 'system')}
            />
          )}
        </Field>
        <div>
          <Switch
            label={t.account.singleKeys}
            isOn={!areSingleKeysOff}
            onChange={(isOn) => change({ areSingleKeysOff: !isOn })}
          />
          <p className="mt-1 text-small text-muted">{t.account.singleKeysHint}</p>
        </div>
        <div>
          <Switch
            label={t.account.developerDetails}
            isOn={areDetailsShown}
            onChange={(isOn) => change({ areDeveloperDetailsShown: isOn })}
          />
          <p className="mt-1 text-small text-muted">{t.account.developerDetailsHint}</p>
        </div>
      </div>
    </Panel>
  )
}
