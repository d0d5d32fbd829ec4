-- Schemas and extensions that everything else needs. Nothing is reachable until a file grants it.
create schema private;
create schema if not exists extensions;
create extension if not exists pg_trgm with schema extensions;
create extension if not exists fuzzystrmatch with schema extensions;
create extension if not exists pgcrypto with schema extensions;

revoke all on schema private from public;
grant usage on schema private to anon, authenticated, service_role;
grant usage on schema public to anon, authenticated, service_role;

alter default privileges revoke execute on functions from public;
alter default privileges in schema public revoke all on tables from anon, authenticated;
alter default privileges in schema public revoke all on sequences from anon, authenticated;
alter default privileges in schema public revoke execute on functions from anon, authenticated;
-- For the worker and the operator's commands, which bypass every policy.
alter default privileges in schema public, private grant all on tables to service_role;
alter default privileges in schema public, private grant all on sequences to service_role;

-- No visitor's or member's request may keep the database busy longer than this.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
