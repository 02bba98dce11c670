import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  completeAddress,
  EMPTY_SIGN_IN,
  getSignInErrorField,
  toSignInInput,
  validateSignIn,
  validateTokens,
  decodeJwtUserId,
} from '#renderer/features/accounts/model.ts';
import { getAccountHost } from '#renderer/shared/account-label.ts';

const right = { baseUrl: 'https://clinic.example.org', accessToken: 'token', jwt: 'a.b.c', userId: '' };

function getJwt(claims: unknown): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `e30.${payload}.sig`;
}

describe('a sign-in', () => {
  it('names the missing fields', () => {
    expect(validateSignIn(EMPTY_SIGN_IN)).toEqual({
      baseUrl: 'baseUrlEmpty',
      accessToken: 'accessTokenEmpty',
      jwt: 'jwtEmpty',
    });
  });

  it('is accepted with or without a user id', () => {
    expect(validateSignIn(right)).toEqual({});
    expect(validateSignIn({ ...right, userId: ' user_1 ' })).toEqual({});
  });

  it.each([
    'http://clinic.example.org',
    'clinic',
    'clinic .example.org',
    'https://name:word@clinic.example.org',
    'https://10.0.0.1',
    'javascript:alert(1)',
  ])('refuses the address %s', (baseUrl) => {
    expect(validateSignIn({ ...right, baseUrl })).toEqual({ baseUrl: 'baseUrl' });
  });

  it.each([
    ['clinic.example.org', 'https://clinic.example.org'],
    ['  Clinic.Example.org/ ', 'https://clinic.example.org'],
    ['//clinic.example.org', 'https://clinic.example.org'],
    ['https:clinic.example.org', 'https://clinic.example.org'],
    ['clinic.example.org:8443', 'https://clinic.example.org:8443'],
    ['https://clinic.example.org/v2?page=1#top', 'https://clinic.example.org'],
    ['localhost:4010', 'https://localhost:4010'],
    [' http://127.0.0.1:4010/login ', 'http://127.0.0.1:4010'],
  ])('completes the address %j to %j', (typed, used) => {
    expect(completeAddress(typed)).toBe(used);
    expect(validateSignIn({ ...right, baseUrl: typed })).toEqual({});
    expect(toSignInInput({ ...right, baseUrl: typed }).baseUrl).toBe(used);
  });

  it.each([
    'name:word@clinic.example.org',
    'name@clinic.example.org/clinic.example.com',
    'http://clinic.example.org/v2',
    'clinic.example.org\\@example.com',
    'clin\tic.example.org',
    '10.0.0.1/v2',
    'ftp://clinic.example.org',
  ])('does not make the address %j a usable one', (typed) => {
    expect(validateSignIn({ ...right, baseUrl: typed })).toEqual({ baseUrl: 'baseUrl' });
  });

  it('leaves what is typed as it is where nothing is to be completed', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.webUrl(), fc.domain()), (typed) => {
        const used = completeAddress(typed);
        expect(completeAddress(used)).toBe(used);
      }),
    );
  });

  it('accepts plain http on this computer only', () => {
    expect(validateSignIn({ ...right, baseUrl: 'http://127.0.0.1:4010' })).toEqual({});
  });

  it.each(['to ken', 'line\nbreak', 'tökén', 'nul\u0000'])('refuses the token %j', (jwt) => {
    expect(validateSignIn({ ...right, jwt })).toEqual({ jwt: 'token' });
  });

  it('ignores a typed-in Bearer', () => {
    expect(validateTokens({ accessToken: ' Bearer abc ', jwt: 'a' })).toEqual({});
  });

  it.each(['patient_1', 'user_', 'user_a\nb'])('refuses the user id %j', (userId) => {
    expect(validateSignIn({ ...right, userId })).toEqual({ userId: 'userId' });
  });

  it('omits an empty user id', () => {
    expect(toSignInInput(right).userId).toBeNull();
    expect(toSignInInput({ ...right, userId: ' user_1 ' }).userId).toBe('user_1');
  });
});

describe('the user id in a JWT', () => {
  it('is the first claim that holds a user id', () => {
    expect(decodeJwtUserId(getJwt({ sub: 'user_2', user_id: 'user_1' }))).toBe('user_1');
    expect(decodeJwtUserId(getJwt({ sub: 'user_ünïcode' }))).toBe('user_ünïcode');
    expect(decodeJwtUserId(getJwt({ sub: 'user_\0' }))).toBeNull();
    expect(decodeJwtUserId(getJwt({ sub: 'user_2', user: 42 }))).toBe('user_2');
  });

  it('is null for anything else', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.json().map(getJwt)), (text) => {
        expect(decodeJwtUserId(text)).toBeNull();
      }),
    );
    expect(decodeJwtUserId(getJwt(null))).toBeNull();
    expect(
      decodeJwtUserId(`e30.${Buffer.from('{"__proto__":{"sub":"user_1"}}').toString('base64url')}.s`),
    ).toBeNull();
  });
});

describe('an error of the engine', () => {
  it('is shown beside the field it is about', () => {
    expect(getSignInErrorField({ code: 'insecure-address' })).toBe('baseUrl');
    expect(getSignInErrorField({ code: 'certificate' })).toBe('baseUrl');
    expect(getSignInErrorField({ code: 'offline' })).toBeNull();
  });

  it('is about no single field where the service does not say which of the tokens it refuses', () => {
    expect(getSignInErrorField({ code: 'unauthorised' })).toBeNull();
    expect(getSignInErrorField({ code: 'forbidden' })).toBeNull();
  });
});

describe('the name of an account', () => {
  it('is the host of its address', () => {
    expect(getAccountHost({ baseUrl: 'https://clinic.example.org' })).toBe('clinic.example.org');
    expect(getAccountHost({ baseUrl: 'broken' })).toBe('broken');
  });
});
