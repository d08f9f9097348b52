import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTenant } from '#platform/viewer/web/use-tenant.ts';
import { CronEditor } from '#system/scheduling/web/index.ts';
import { Card } from '#ui/card/card.tsx';
import { JsonEditor } from '#ui/json-editor/json-editor.tsx';
import { DateCard } from './parts/date-card.tsx';
import { FilterCard } from './parts/filter-card.tsx';
import { FormCard } from './parts/form-card.tsx';
import { KitCard } from './parts/kit-card.tsx';
import { PictureCard } from './parts/picture-card.tsx';
import { RichTextCard } from './parts/rich-text-card.tsx';
import './parts/parts.css';

/** The larger parts of forms, to try before a screen uses them; nothing here is saved. */
export default function Parts() {
  const { t } = useTranslation('console');
  const { timeZone } = useTenant();
  const [expression, setExpression] = useState('* * * * * ? *');
  const [json, setJson] = useState('{"bucketName":"drinks","static":true}');
  return (
    <>
      <Card title={t('check.parts.cron')}>
        <CronEditor value={expression} onChange={setExpression} timeZone={timeZone} />
      </Card>
      <Card title={t('check.parts.json')}>
        <JsonEditor label={t('check.parts.json')} value={json} onChange={setJson} code="parts" />
      </Card>
      <DateCard />
      <KitCard />
      <FilterCard />
      <RichTextCard />
      <FormCard />
      <PictureCard />
    </>
  );
}
