import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { FieldNotes } from '#ui/fields/field-frame.tsx';
import { useField } from '#ui/form-dialog/form-context.ts';
import { EVENT_TYPES } from '../contract/public-events.ts';

const GROUPS = [...Map.groupBy(EVENT_TYPES, (type) => type.split('.')[0] ?? '')];

/** Which events are sent, in groups that are chosen at once. */
export function EventsField() {
  const { t } = useTranslation('webhooks');
  const chosenIn = (value: unknown): readonly string[] => (Array.isArray(value) ? value : []);
  const field = useField(
    { name: 'events', label: t('field.events'), hint: t('hint.events'), isChoice: true },
    undefined,
    (value) => t('events.chosen', { count: chosenIn(value).length }),
  );
  const chosen = chosenIn(field.value);
  const set = (types: readonly string[], on: boolean) =>
    field.set(EVENT_TYPES.filter((type) => (types.includes(type) ? on : chosen.includes(type))));
  const { 'aria-required': _required, name: _name, ...attributes } = field.attributes;
  return (
    <fieldset {...attributes} className="field webhook-events">
      <legend className="field-label">{field.label}</legend>
      {GROUPS.map(([group, types]) => {
        const isWhole = types.every((type) => chosen.includes(type));
        return (
          <div key={group}>
            <h4>
              {t(`group.${group}`)}
              <Button kind="quiet" small onClick={() => set(types, !isWhole)}>
                {t(isWhole ? 'events.none' : 'events.all')}
              </Button>
            </h4>
            <div className="webhook-event-choices">
              {types.map((type) => (
                <label key={type}>
                  <input
                    type="checkbox"
                    checked={chosen.includes(type)}
                    onChange={(event) => set([type], event.target.checked)}
                  />
                  <span>
                    {t(`event.${type}`)}
                    <code>{type}</code>
                  </span>
                </label>
              ))}
            </div>
          </div>
        );
      })}
      <FieldNotes field={field} />
    </fieldset>
  );
}
