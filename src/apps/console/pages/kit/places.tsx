import { useTranslation } from 'react-i18next';
import { Button } from '#ui/button/button.tsx';
import { Card } from '#ui/card/card.tsx';
import { Empty } from '#ui/empty/empty.tsx';
import { ErrorState } from '#ui/error-state/error-state.tsx';
import { Loaded, type LoadedQuery } from '#ui/loaded/loaded.tsx';
import { ScrollBox } from '#ui/scroll-box/scroll-box.tsx';
import { Skeleton, SkeletonLines } from '#ui/skeleton/skeleton.tsx';
import { AT, failure, PEOPLE } from './samples.ts';
import { State } from './state.tsx';

export function Cards() {
  const { t } = useTranslation('kit');
  return (
    <div className="kit-tiles">
      <Card title={t('word.details')} extra={<Button small>{t('word.show')}</Button>}>
        <p>{t('word.sentence')}</p>
      </Card>
      <Card title={t('word.long')} flush>
        <table className="plain-table">
          <tbody>
            {PEOPLE.slice(0, 2).map((name) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td>{t('tree.oslo')}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <Card>
        <p>{t('word.sentence')}</p>
      </Card>
    </div>
  );
}

export function Empties() {
  const { t } = useTranslation('kit');
  return (
    <>
      <State of="normal">
        <Empty title={t('word.none')} />
      </State>
      <State of="next" wide>
        <div className="kit-fill">
          <Empty icon="coffee" title={t('word.none')} action={<Button kind="primary">{t('word.show')}</Button>}>
            {t('word.sentence')}
          </Empty>
        </div>
      </State>
    </>
  );
}

export function Failures() {
  const { t } = useTranslation('kit');
  return (
    <>
      <State of="error" wide>
        <div className="kit-fill">
          <ErrorState error={failure(500, t('word.failed'))} onRetry={() => undefined} />
        </div>
      </State>
      <State of="forbidden" wide>
        <div className="kit-fill">
          <ErrorState error={failure(403, t('word.failed'))} />
        </div>
      </State>
      <State of="missing" wide>
        <div className="kit-fill">
          <ErrorState error={failure(404, t('word.failed'))} back={<Button>{t('word.show')}</Button>} />
        </div>
      </State>
    </>
  );
}

const QUESTION: LoadedQuery<string> = {
  data: undefined,
  error: null,
  isFetching: false,
  dataUpdatedAt: Date.parse(AT.paid),
  refetch: () => undefined,
};

export function Answers() {
  const { t } = useTranslation('kit');
  const shown = (text: string) => <p>{text}</p>;
  const data = t('word.sentence');
  const error = failure(500, t('word.failed'));
  return (
    <>
      <State of="normal" wide>
        <Loaded query={{ ...QUESTION, data }}>{shown}</Loaded>
      </State>
      <State of="stale" wide>
        <div className="kit-fill">
          <Loaded query={{ ...QUESTION, data, error }}>{shown}</Loaded>
        </div>
      </State>
      <State of="loading" wide>
        <div className="kit-fill">
          <Loaded query={{ ...QUESTION, isFetching: true }} skeleton={<Skeleton height={48} />}>
            {shown}
          </Loaded>
        </div>
      </State>
      <State of="stopped" wide>
        <div className="kit-fill">
          <Loaded query={QUESTION}>{shown}</Loaded>
        </div>
      </State>
    </>
  );
}

export function Boxes() {
  const { t } = useTranslation('kit');
  return (
    <State of="long" wide>
      <div className="kit-half">
        <ScrollBox label={t('word.details')}>
          <p className="kit-unbroken">{t('word.long')}</p>
        </ScrollBox>
      </div>
    </State>
  );
}

export function Skeletons() {
  return (
    <>
      <State of="normal" wide>
        <div className="kit-half">
          <Skeleton height={32} />
        </div>
      </State>
      <State of="lines" wide>
        <div className="kit-half">
          <SkeletonLines lines={3} />
        </div>
      </State>
    </>
  );
}
