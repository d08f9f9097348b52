import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CRON_FIELDS, type CronField } from '#system/scheduling/contract/cron.ts';
import { readCron } from '#system/scheduling/rules/cron.ts';
import {
  type CronChoices,
  choicesOf,
  choose,
  FIELD_MODES,
  type FieldChoice,
  firstChoice,
  writeCron,
} from '#system/scheduling/rules/cron-choice.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { Tabs } from '#ui/tabs/tabs.tsx';
import { browserNow } from '#ui/time/now.ts';
import { dayIn } from '#ui/time/zoned.ts';
import { CronPreview } from './cron-preview.tsx';
import { useCronSentence } from './cron-words.ts';
import { ModeDetails } from './mode-details.tsx';
import { useNextRuns } from './use-next-runs.ts';
import './cron-editor.css';

export interface CronEditorProps {
  /** Six or seven fields (practice 17.2). */
  value: string;
  onChange: (expression: string) => void;
  /** The zone in which the scheduler reads it; runs are shown in it. */
  timeZone: string;
  /** No tab for the year, unless the expression says one. */
  hideYear?: boolean;
}

/** A schedule by clicking or by writing, with its sentence and its next runs (platform.md 2, ux-guide 7). */
export function CronEditor({ value, onChange, timeZone, hideYear = false }: CronEditorProps) {
  const { t } = useTranslation('scheduling');
  const id = useId();
  const [field, setField] = useState<CronField>('hours');
  const sentence = useCronSentence();
  const choices = choicesOf(value);
  const next = useNextRuns(value, timeZone);
  // what is wrong is said by the server, in the words that a form's refusal has
  const fault = choices ? undefined : next.refusal;
  const faulty = faultyFields(value);
  const hidesYear = hideYear && (choices?.year.mode ?? 'every') === 'every';
  const fields = CRON_FIELDS.filter((one) => !(hidesYear && one === 'year'));
  const write = (chosen: CronChoices) => onChange(writeCron(chosen, { instead: value, hideYear }));

  return (
    <div className="cron">
      <div className="field">
        <label className="field-label" htmlFor={id}>
          {t('editor.expression')}
        </label>
        <input
          id={id}
          className="cron-text"
          value={value}
          spellCheck={false}
          autoComplete="off"
          maxLength={1000}
          aria-invalid={choices === undefined || undefined}
          aria-describedby={`${id}-told`}
          onChange={(event) => onChange(event.target.value)}
        />
        <p id={`${id}-told`} className={fault ? 'field-fault' : 'cron-sentence'} aria-live="polite">
          {choices ? sentence(choices, timeZone) : fault}
        </p>
      </div>
      <div className="cron-parts">
        <div className="cron-fields">
          <Tabs
            label={t('editor.fields')}
            current={field}
            onChange={(key) => setField(key as CronField)}
            items={fields.map((one) => ({
              key: one,
              label: faulty.includes(one) ? <FaultyLabel text={t(`field.${one}`)} /> : t(`field.${one}`),
              disabled: one === 'week' && choices?.week.mode === 'unset' && choices.day.mode !== 'unset',
            }))}
          >
            {choices ? (
              <FieldTab
                key={field}
                field={field}
                choices={choices}
                currentYear={Number(dayIn(browserNow(), timeZone).slice(0, 4))}
                onChoose={(choice) => write(choose(choices, field, choice))}
              />
            ) : (
              <p className={faulty.includes(field) ? 'field-fault' : 'field-hint'}>
                {(faulty.includes(field) && fault) || t('editor.faulty')}
              </p>
            )}
          </Tabs>
          {field === 'day' && choices && choices.day.mode !== 'unset' && (
            <p className="field-hint">{t('editor.dayIsSet')}</p>
          )}
        </div>
        <CronPreview state={next} />
      </div>
    </div>
  );
}

/** The parts that a faulty expression is about; none where it has too few or too many. */
function faultyFields(expression: string): readonly CronField[] {
  const reading = readCron(expression);
  if (reading.valid || reading.because === 'field-count') return [];
  return reading.because === 'field-invalid' ? [reading.field] : ['day', 'week'];
}

function FaultyLabel({ text }: { text: string }) {
  return (
    <span className="cron-faulty">
      <Icon name="error" size={14} />
      {text}
    </span>
  );
}

interface FieldTabProps {
  field: CronField;
  choices: CronChoices;
  currentYear: number;
  onChoose: (choice: FieldChoice) => void;
}

/** The modes of one field as radio buttons; what the chosen one needs stands beside it. */
function FieldTab({ field, choices, currentYear, onChoose }: FieldTabProps) {
  const { t } = useTranslation('scheduling');
  const name = useId();
  const choice = choices[field];
  return (
    <fieldset className="cron-modes" aria-label={t('editor.mode')}>
      {FIELD_MODES[field].map((mode) => (
        <div key={mode} className="cron-mode">
          <label>
            <input
              type="radio"
              name={name}
              checked={choice.mode === mode}
              onChange={() => onChoose(firstChoice(field, mode, currentYear))}
            />
            {t(`mode.${mode}`, { field })}
          </label>
          {choice.mode === mode && (
            <ModeDetails field={field} choice={choice} currentYear={currentYear} onChoose={onChoose} />
          )}
        </div>
      ))}
      {choice.mode === 'written' && (
        <div className="cron-mode">
          <label>
            <input type="radio" name={name} checked readOnly />
            {t('mode.written', { text: choice.text })}
          </label>
        </div>
      )}
    </fieldset>
  );
}
