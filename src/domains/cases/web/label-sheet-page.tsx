import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router';
import { SpotSearch } from '#domains/spots/web/choices/index.ts';
import { call } from '#platform/http/web/call.ts';
import { Button } from '#ui/button/button.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { Loaded } from '#ui/loaded/loaded.tsx';
import { QrCode } from '#ui/qr-code/qr-code.tsx';
import { Skeleton } from '#ui/skeleton/skeleton.tsx';
import { type CaseLabel, caseEndpoints, MOST_LABELS } from '../contract/endpoints.ts';
import './cases.css';

/** Labels of many machines on sheets of paper; those that are not ticked stay off it. */
export default function LabelSheetPage() {
  const { t } = useTranslation('cases');
  const [params, setParams] = useSearchParams();
  const spotId = params.get('spotId') ?? '';
  const [left, setLeft] = useState<ReadonlySet<string>>(new Set());
  const query = useQuery({
    queryKey: ['cases', 'labels', spotId],
    queryFn: ({ signal }) => call(caseEndpoints.labels, spotId === '' ? {} : { spotId }, { signal, notices: 'none' }),
  });
  const turn = (id: string) => setLeft(new Set(left.has(id) ? [...left].filter((one) => one !== id) : [...left, id]));
  return (
    <div className="case-labels">
      <header className="case-labels-head">
        <div>
          <h1 tabIndex={-1}>{t('labels.title')}</h1>
          <p className="quiet">{t('labels.about')}</p>
        </div>
        <Button
          kind="primary"
          onClick={() => print()}
          disabled={!query.data?.some(({ robotId }) => !left.has(robotId))}
        >
          {t('labels.print')}
        </Button>
      </header>
      <div className="case-labels-spot">
        <span className="field-label">{t('labels.spot')}</span>
        <SpotSearch label={t('labels.spot')} value={spotId} onChange={(id) => setParams(id ? { spotId: id } : {})} />
        {spotId !== '' && (
          <Button small onClick={() => setParams({})}>
            {t('labels.allSpots')}
          </Button>
        )}
      </div>
      <Loaded query={query} skeleton={<Skeleton height={240} />}>
        {(labels) =>
          labels.length === 0 ? (
            <Empty icon="robot" title={t('labels.none')}>
              {t('labels.about')}
            </Empty>
          ) : (
            <>
              {labels.length >= MOST_LABELS && <p className="quiet">{t('labels.most', { count: MOST_LABELS })}</p>}
              <ul className="case-label-sheet">
                {labels.map((label) => (
                  <Label
                    key={label.robotId}
                    label={label}
                    isLeft={left.has(label.robotId)}
                    onTurn={() => turn(label.robotId)}
                  />
                ))}
              </ul>
            </>
          )
        }
      </Loaded>
    </div>
  );
}

/** Both languages: who stands in front of a machine is no reader of the console. */
function Label({ label, isLeft, onTurn }: { label: CaseLabel; isLeft: boolean; onTurn: () => void }) {
  const { t } = useTranslation('cases');
  return (
    <li className={isLeft ? 'case-label is-left' : 'case-label'}>
      <label className="case-label-pick">
        <input type="checkbox" checked={!isLeft} onChange={onTurn} /> {label.robotName}
      </label>
      <strong lang="en-US">{t('labels.head')}</strong>
      <strong lang="zh-CN">{t('labels.headZh')}</strong>
      <QrCode text={label.address} label={label.robotName} size={144} />
      <span>
        <span lang="en-US">{t('labels.how')}</span> <span lang="zh-CN">{t('labels.howZh')}</span>
      </span>
      <small>
        {label.robotName} · {label.spotName || '–'}
      </small>
    </li>
  );
}
