import { useId, useMemo, useState } from 'react';
import Cropper from 'react-easy-crop';
import { useTranslation } from 'react-i18next';
import type { ImageRules } from '#platform/files/contract/upload-kinds.ts';
import { Button } from '../button/button.tsx';
import { Dialog } from '../dialog/dialog.tsx';
import { type Cut, maxZoom } from './crop-plan.ts';
import { type ChosenPicture, shownPicture } from './read-picture.ts';
import 'react-easy-crop/react-easy-crop.css';

export interface CropDialogProps {
  picture: ChosenPicture;
  rules: ImageRules;
  isRound: boolean;
  onCut: (part: Cut) => void;
  onClose: () => void;
}

/** The part of a picture that is used: moved by dragging or the arrow keys, sized by wheel, pinch or slider. */
export default function CropDialog({ picture, rules, isRound, onCut, onClose }: CropDialogProps) {
  const { t } = useTranslation('files');
  const image = useMemo(() => shownPicture(picture), [picture]);
  const [crop, setCrop] = useState({ x: 0, y: 0 });
  const [zoom, setZoom] = useState(1);
  const [part, setPart] = useState<Cut>();
  const hintId = useId();
  const most = maxZoom(rules, picture);
  return (
    <Dialog
      title={t('crop.title')}
      width={560}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('crop.cancel')}</Button>
          <Button kind="primary" icon="crop" disabled={!part} onClick={() => part && onCut(part)}>
            {t('crop.use')}
          </Button>
        </>
      }
    >
      <div className="crop-stage">
        <Cropper
          image={image}
          crop={crop}
          zoom={zoom}
          minZoom={1}
          maxZoom={most}
          aspect={rules.aspect ?? 1}
          cropShape={isRound ? 'round' : 'rect'}
          keyboardStep={4}
          disableAutomaticStylesInjection
          mediaProps={{ alt: '' }}
          cropperProps={{ role: 'application', 'aria-label': t('crop.area'), 'aria-describedby': hintId }}
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(share) => setPart(pixels(share, picture))}
        />
      </div>
      <label className="crop-zoom">
        {t('crop.zoom')}
        <input
          type="range"
          min={1}
          max={most}
          step={0.01}
          value={zoom}
          disabled={most <= 1}
          onChange={(event) => setZoom(Number(event.target.value))}
        />
      </label>
      <p className="field-hint" id={hintId}>
        {t('crop.hint')}
      </p>
    </Dialog>
  );
}

/** The library reports shares of what it shows, in percent. */
function pixels(share: Cut, { width, height }: ChosenPicture): Cut {
  return {
    x: Math.round((share.x / 100) * width),
    y: Math.round((share.y / 100) * height),
    width: Math.max(1, Math.round((share.width / 100) * width)),
    height: Math.max(1, Math.round((share.height / 100) * height)),
  };
}
