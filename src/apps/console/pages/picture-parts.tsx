import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Card } from '#ui/card/card.tsx';
import { ImagePicker } from '#ui/image-field/image-picker.tsx';

/** Pictures of a shape, of exact dimensions, and of a small size, to try; they go by themselves after two days. */
export function PictureParts() {
  const { t } = useTranslation('console');
  const [icon, setIcon] = useState('');
  const [advert, setAdvert] = useState('');
  const [push, setPush] = useState('');
  return (
    <Card title={t('check.parts.pictures')}>
      <div className="picture-parts">
        <ImagePicker
          kind="avatar"
          label={t('check.parts.avatar')}
          value={icon}
          onChange={setIcon}
          shownAt={{ width: 96, height: 96 }}
          isRound
        />
        <ImagePicker
          kind="advert"
          label={t('check.parts.advert')}
          value={advert}
          onChange={setAdvert}
          shownAt={{ width: 108, height: 192 }}
        />
        <ImagePicker
          kind="push"
          label={t('check.parts.push')}
          value={push}
          onChange={setPush}
          shownAt={{ width: 60, height: 60 }}
        />
      </div>
    </Card>
  );
}
