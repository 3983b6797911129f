import { type DomainEvent, isIdentityError } from '@org/identity-core';
import type { Context } from 'koa';
import type { Configuration, KoaContextWithOIDC } from 'oidc-provider';
import { type NoteServices, noteEvent } from '../observe/note-event.js';
import { providerLanguage } from '../pages/request-language.js';
import { type ProviderPageServices, showError, showRateLimit } from '../pages/show-error.js';
import { showPage } from '../pages/show-page.js';
import type { TenantGrant } from '../provider/authorization-request.js';
import { logoutSecretOf } from '../provider/patches/session-state.js';
import { DeviceOutcomePage } from './device-outcome-page.js';
import { EnterCodePage } from './enter-code-page.js';

type DeviceFeature = NonNullable<NonNullable<Configuration['features']>['deviceFlow']>;

/** The device that asks for a code, as the user sees it later. */
export interface DeviceInfo {
  readonly ip: string;
  readonly userAgent: string;
}

const maxUserAgent = 300;

/** The code in the form in which devices show it. */
export const shownCode = (code: string): string => `${code.slice(0, 4)}-${code.slice(4)}`;

/** The device flow of oidc-provider with our own pages. */
export function deviceFeature(services: ProviderPageServices, note: NoteServices): DeviceFeature {
  const { brand } = services;

  async function enterCode(ctx: KoaContextWithOIDC, problem?: 'noCode' | 'unknownCode', typed?: string): Promise<void> {
    const language = await providerLanguage(ctx, services);
    // Was: a page before the sign-in asks whether the code is right. Ours comes after it: see `deviceStep`.
    const hidden = { xsrf: logoutSecretOf(ctx.oidc.session), confirm: 'yes' };
    const action = ctx.oidc.urlFor('code_verification');
    const code = (typed ?? codeInLink(ctx)).slice(0, 20);
    const page = <EnterCodePage {...{ brand, action, hidden, code, problem }} />;
    showPage(ctx, { page, brand, language, status: problem ? 422 : 200 });
  }

  async function tell(ctx: KoaContextWithOIDC, outcome: 'done' | 'denied'): Promise<void> {
    const language = await providerLanguage(ctx, services);
    showPage(ctx, { page: <DeviceOutcomePage {...{ brand, outcome }} />, brand, language, status: 200 });
  }

  return {
    enabled: true,
    charset: 'base-20',
    mask: '****-****',
    deviceInfo: (ctx): DeviceInfo & Record<string, unknown> => ({
      ip: ctx.ip,
      userAgent: ctx.get('user-agent').slice(0, maxUserAgent),
    }),
    // oidc-provider also calls it for every error of these pages.
    async userCodeInputSource(ctx, _form, out, error) {
      if (!error) return enterCode(ctx);
      const { name } = error;
      if (name === 'NoCodeError') return enterCode(ctx, 'noCode');
      // One answer for a code that does not exist, was used or has expired: a guess must not tell which.
      if (['NotFoundError', 'ExpiredError', 'AlreadyUsedError'].includes(name))
        return enterCode(ctx, 'unknownCode', String((error as { userCode?: string }).userCode ?? ''));
      if (name === 'AbortedError') return tell(ctx, 'denied');
      await providerLanguage(ctx, services);
      if (isIdentityError(error) && error.code === 'RATE_LIMITED') return showRateLimit(ctx, services, error);
      showError(ctx, services, {
        code: name === 'SessionNotFound' ? 'session_not_found' : (out?.error ?? 'server_error'),
      });
    },
    // Without the hidden field of our form. Nothing has happened yet: the form comes again.
    userCodeConfirmSource: (ctx, _form, _client, _device, code) => enterCode(ctx, undefined, code),
    async successSource(ctx) {
      await noteEvent(note, allowedDevice(ctx));
      await tell(ctx, 'done');
    },
  };
}

function allowedDevice({ oidc }: KoaContextWithOIDC): DomainEvent {
  const { Client: client, Grant: grant } = oidc.entities;
  const { accountId = '' } = oidc.session ?? {};
  return {
    type: 'device.allowed',
    tenantId: (grant as TenantGrant | undefined)?.tenantId ?? null,
    actor: { kind: 'user', id: accountId },
    subjectId: client?.clientId ?? null,
    data: { name: client?.clientName ?? '' },
  };
}

const links = new WeakMap<object, string>();

/** Keeps the code of a link for the page. Was: oidc-provider sends the form by itself, with a script. */
export function takeCodeFromLink(ctx: Pick<Context, 'query' | 'req'>): void {
  const { user_code: code, ...others } = ctx.query;
  if (code === undefined) return;
  if (typeof code === 'string') links.set(ctx.req, code);
  ctx.query = others;
}

const codeInLink = ({ req }: Pick<Context, 'req'>): string => links.get(req) ?? '';
