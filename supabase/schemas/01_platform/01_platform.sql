-- What everything else stands on: the schemas, the extensions, and nothing reachable unless a file says so.
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
-- For the worker and the operator's commands, which pass every policy.
alter default privileges in schema public, private grant all on tables to service_role;
alter default privileges in schema public, private grant all on sequences to service_role;

-- No request of a visitor or a member keeps the database busy for longer.
alter role anon set statement_timeout = '3s';
alter role authenticated set statement_timeout = '8s';
