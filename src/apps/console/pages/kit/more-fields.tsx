import { useTranslation } from 'react-i18next';
import { BilingualField } from '#ui/bilingual/bilingual-field.tsx';
import { ImageListField } from '#ui/image-list/image-list-field.tsx';
import { RateField } from '#ui/rate/rate-field.tsx';
import { TimeWindowField } from '#ui/time-window/time-window-field.tsx';
import { TreeSelectField } from '#ui/tree-select/tree-select-field.tsx';
import { WeekdayField } from '#ui/weekdays/weekday-field.tsx';
import { FreeForm } from './kit-form.tsx';
import { PEOPLE } from './samples.ts';
import { State } from './state.tsx';

const REQUIRED_CHOICE = { key: 'requiredChoice' };

export function Weekdays() {
  return (
    <>
      <State of="normal" wide>
        <FreeForm namespace="kit" values={{ days: [1, 2, 3, 7] }}>
          <WeekdayField name="days" />
        </FreeForm>
      </State>
      <State of="error" wide>
        <FreeForm namespace="kit" faults={{ days: REQUIRED_CHOICE }}>
          <WeekdayField name="days" />
        </FreeForm>
      </State>
      <State of="disabled" wide>
        <FreeForm namespace="kit" values={{ days: [6, 7] }}>
          <WeekdayField name="days" disabled />
        </FreeForm>
      </State>
    </>
  );
}

export function TimeWindows() {
  return (
    <>
      <State of="normal" wide>
        <FreeForm
          namespace="kit"
          values={{ window: { from: '08:00', to: '17:30' }, night: { from: '22:00', to: '06:00' } }}
        >
          <div className="form-row">
            <TimeWindowField name="window" />
            <TimeWindowField name="night" />
          </div>
        </FreeForm>
      </State>
      <State of="error" wide>
        <FreeForm namespace="kit" values={{ window: { from: '08:00' } }} faults={{ window: { key: 'required' } }}>
          <TimeWindowField name="window" />
        </FreeForm>
      </State>
      <State of="disabled" wide>
        <FreeForm namespace="kit" values={{ window: { from: '08:00', to: '17:30' } }}>
          <TimeWindowField name="window" disabled />
        </FreeForm>
      </State>
    </>
  );
}

export function Rates() {
  return (
    <State of="normal" wide>
      <FreeForm
        namespace="kit"
        values={{ rate: 125_000, discount: 2_000_000 }}
        faults={{ discount: { key: 'rateTooHigh', facts: { maximum: '100' } } }}
      >
        <div className="form-row">
          <RateField name="rate" />
          <RateField name="discount" />
          <RateField name="rate" disabled />
        </div>
      </FreeForm>
    </State>
  );
}

export function Bilinguals() {
  return (
    <State of="normal" wide>
      <FreeForm
        namespace="kit"
        values={{ title: PEOPLE[0], titleZh: PEOPLE[1], name: PEOPLE[2] }}
        faults={{ nameZh: { key: 'required' } }}
      >
        <div className="form-row">
          <BilingualField name="title" nameZh="titleZh" />
          <BilingualField name="name" nameZh="nameZh" />
          <BilingualField name="title" nameZh="titleZh" disabled />
        </div>
      </FreeForm>
    </State>
  );
}

export function TreeSelects() {
  const { t } = useTranslation('kit');
  const nodes = [
    {
      key: 'all',
      label: t('tree.all'),
      children: [
        { key: 'north', label: t('tree.north'), children: [{ key: 'oslo', label: t('tree.oslo') }] },
        { key: 'south', label: t('word.long') },
      ],
    },
  ];
  return (
    <>
      <State of="normal" opens=".select-list">
        <FreeForm namespace="kit" values={{ region: 'oslo' }}>
          <TreeSelectField name="region" nodes={nodes} />
        </FreeForm>
      </State>
      <State of="long">
        <FreeForm namespace="kit" values={{ region: 'south' }}>
          <TreeSelectField name="region" nodes={nodes} />
        </FreeForm>
      </State>
      <State of="error">
        <FreeForm namespace="kit" faults={{ region: REQUIRED_CHOICE }}>
          <TreeSelectField name="region" nodes={nodes} />
        </FreeForm>
      </State>
    </>
  );
}

export function ImageLists() {
  const two = ['favicon.svg', 'icons/192.png'].map((file) => `${location.origin}/${file}`);
  const shared = { kind: 'beverage', shownAt: { width: 48, height: 48 }, max: 3 } as const;
  return (
    <>
      <State of="normal" wide>
        <FreeForm namespace="kit" values={{ pictures: two }}>
          <ImageListField name="pictures" {...shared} />
        </FreeForm>
      </State>
      <State of="error" wide>
        <FreeForm namespace="kit" faults={{ pictures: REQUIRED_CHOICE }}>
          <ImageListField name="pictures" {...shared} />
        </FreeForm>
      </State>
      <State of="disabled" wide>
        <FreeForm namespace="kit" values={{ pictures: two.slice(0, 1) }}>
          <ImageListField name="pictures" {...shared} disabled />
        </FreeForm>
      </State>
    </>
  );
}
