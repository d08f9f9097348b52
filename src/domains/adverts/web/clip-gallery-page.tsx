import { useTranslation } from 'react-i18next';
import { type RecordFormProps, RecordInput, recordsPage } from '#system/records/web/page.tsx';
import { Button } from '#ui/button/button.tsx';
import { NumberField } from '#ui/fields/number-field.tsx';
import { useForm } from '#ui/form-dialog/form-context.ts';
import { ImageField } from '#ui/image-field/image-field.tsx';
import { isFilm, StoredPicture } from '#ui/image-field/stored-picture.tsx';
import { ActionButton } from '#ui/record-actions/record-actions.tsx';
import { Tag } from '#ui/tag/tag.tsx';
import { type Clip, clips } from '../contract/clips.ts';
import { advertEndpoints } from '../contract/endpoints.ts';
import { openAdvertDialog } from './asked.ts';
import { AdvertDialogs } from './dialogs.tsx';
import { ShowingList } from './showing-list.tsx';
import './adverts.css';

const SHOWN_AT = { width: 108, height: 144 };

const Page = recordsPage(clips, {
  icon: 'image',
  shown: ['name', 'fileType', 'durationSeconds', 'places', 'status', 'display', 'sort'],
  defaultSort: { by: 'sort', order: 'asc' },
  picture: (clip) => <StoredPicture path={clip.file} label="" className="clip-picture" isLazy />,
  cells: {
    places: (clip) => <Places clip={clip} />,
    fileType: (clip) => <FileType clip={clip} />,
  },
  facts: ['name', 'fileType', 'display', 'durationSeconds', 'sort', 'status'],
  above: (clip) => (
    <div className="clip-preview" data-display={clip.display}>
      <StoredPicture path={clip.file} label={clip.name} className="clip-played" canPlay />
    </div>
  ),
  below: (clip) => <ShowingList clip={clip} />,
  form: (props) => <ClipForm {...props} />,
  formWidth: 560,
  actions: SetButton,
  rowActions: (clip, t) => [
    {
      ...({ key: 'set', icon: 'calendar', by: advertEndpoints.set } as const),
      label: t('set.action'),
      onSelect: () => openAdvertDialog({ kind: 'set', clipIds: clip.status === 1 ? [clip.id] : [] }),
    },
    ...(clip.places > 0
      ? [
          {
            ...({ key: 'push', icon: 'upload', by: advertEndpoints.push } as const),
            label: t('push.action'),
            onSelect: () => openAdvertDialog({ kind: 'push', asked: { clipId: clip.id } }),
          },
        ]
      : []),
  ],
  bulkBy: [advertEndpoints.set],
  bulkActions: (selection, done) => (selection.kind === 'ids' ? <SetSelected ids={selection.ids} done={done} /> : null),
});

/** Pictures and films for the screens of cabinets and kiosks, and where they are shown. */
export default function ClipGalleryPage() {
  return (
    <>
      <Page />
      <AdvertDialogs />
    </>
  );
}

function Places({ clip: { places } }: { clip: Clip }) {
  const { t } = useTranslation('adverts');
  return places === 0 ? <span className="quiet">{t('places.none')}</span> : t('places.some', { count: places });
}

function FileType({ clip: { fileType } }: { clip: Clip }) {
  const { t } = useTranslation('adverts');
  return <Tag tone={fileType === 'video' ? 'info' : 'neutral'}>{t(`fileType.${fileType}`)}</Tag>;
}

function SetButton() {
  const { t } = useTranslation('adverts');
  return (
    <ActionButton
      action={{
        ...({ key: 'set', icon: 'calendar', by: advertEndpoints.set } as const),
        label: t('set.action'),
        onSelect: () => openAdvertDialog({ kind: 'set', clipIds: [] }),
      }}
    />
  );
}

function SetSelected({ ids, done }: { ids: readonly string[]; done: () => void }) {
  const { t } = useTranslation('adverts');
  return (
    <Button
      icon="calendar"
      onClick={() => {
        openAdvertDialog({ kind: 'set', clipIds: ids });
        done();
      }}
    >
      {t('set.action')}
    </Button>
  );
}

/** A film says itself how long it lasts. */
function ClipForm({ kind, row }: RecordFormProps) {
  const { t } = useTranslation('adverts');
  const { values } = useForm();
  const file = String(values['file'] ?? '');
  return (
    <>
      <RecordInput kind={kind} name="name" id={row?.id} />
      <ImageField name="file" kind="advert" shownAt={SHOWN_AT} />
      {isFilm(file) ? (
        <p className="field-hint">{t('filmSaysIt')}</p>
      ) : (
        <NumberField name="durationSeconds" unit="s" hint={t('hint.durationSeconds')} />
      )}
      <RecordInput kind={kind} name="sort" id={row?.id} />
      <RecordInput kind={kind} name="status" id={row?.id} />
    </>
  );
}
