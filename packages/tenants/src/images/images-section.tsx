import { managesTenant, ofTenant, type TenantArea, type UploadedFiles } from '@org/identity-core';
import type { IdentityPluginHost, TenantImageKind } from '@org/identity-prisma';
import { Actions, Button, FileField, Form, textsOf, useTexts } from '@org/identity-ui';
import { maxImageBytes, refusedImage } from './refused-image.js';
import { imageKinds, listTenantImages, removeTenantImage, setTenantImage } from './tenant-images.js';
import { imagesTexts } from './texts.js';

const path = 'settings/images';

const areaTexts = textsOf(imagesTexts, ({ images: { name, title }, imageNotices, imageRefusals }) => ({
  name,
  title,
  notices: imageNotices,
  refusals: imageRefusals,
}));

/** The forms that upload and remove the images of a tenant, below its settings. */
export function imagesSection(host: Pick<IdentityPluginHost, 'db' | 'events'>): TenantArea {
  return {
    place: 'tenant',
    origins: ofTenant,
    path,
    sectionOf: 'settings',
    order: 70,
    texts: areaTexts,
    isOpen: managesTenant,
    uploads: { maxBytes: maxImageBytes },
    async draw({ tenant, base, hidden, language }) {
      const current = await listTenantImages(host.db, tenant.id);
      return (
        <>
          <p>{imagesTexts[language].images.lead}</p>
          {imageKinds.map((kind) => (
            <ImageForm key={kind} action={`${base}/${path}`} hidden={hidden} kind={kind} current={current[kind]} />
          ))}
        </>
      );
    },
    async act({ principal, tenant, form, files = {} }) {
      const change = { tenantId: tenant.id, principal };
      const removed = imageKinds.find((kind) => kind === form['remove']);
      if (removed) {
        await removeTenantImage(host, { ...change, kind: removed });
        return { done: `${removed}-removed` };
      }
      const { kind, file } = uploadedImage(files);
      await setTenantImage(host, { ...change, kind, file });
      return { done: `${kind}-saved` };
    },
  };
}

function uploadedImage(files: UploadedFiles): { kind: TenantImageKind; file: Uint8Array } {
  if (files === 'tooLarge') throw refusedImage('size');
  const [uploaded, ...others] = Object.entries(files);
  if (!uploaded) throw refusedImage('missing');
  const [name, file] = uploaded;
  const kind = imageKinds.find((known) => known === name);
  if (!kind || others.length > 0) throw refusedImage('several');
  return { kind, file };
}

interface ImageFormProps {
  action: string;
  hidden: Readonly<Record<string, string>>;
  kind: TenantImageKind;
  /** The URL of the image, if there is one. */
  current: string | undefined;
}

function ImageForm({ action, hidden, kind, current }: ImageFormProps) {
  const texts = useTexts(imagesTexts).images.kinds[kind];
  return (
    <Form action={action} hidden={{ ...hidden }} files>
      <FileField name={kind} label={texts.label} hint={texts.hint} accept="image/png,image/jpeg,image/webp" />
      {current && <img class={`uploaded uploaded-${kind}`} src={current} alt={texts.current} />}
      <Actions>
        <Button kind="secondary">{texts.upload}</Button>
        {current && (
          <Button kind="quiet" name="remove" value={kind} unchecked>
            {texts.remove}
          </Button>
        )}
      </Actions>
    </Form>
  );
}
